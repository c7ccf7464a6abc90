-- The whole schema. Times are milliseconds since the epoch. A change to the schema is a new script with the next number.

-- The room index. `seq` and `hash` belong to the room's last event. `creator` and `creator_site` are keyed hashes of the
-- creator's network address and of the IPv6 site around it. `due_at` is the next deadline; `started` says whether a
-- game was started that is worth keeping (table/retention.py); `visited` is the time of the last visit.
CREATE TABLE room (
    code TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    due_at INTEGER NULL,
    ended INTEGER NULL,
    public INTEGER NOT NULL,
    seq INTEGER NOT NULL DEFAULT 0,
    hash BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
    creator TEXT NULL,
    creator_site TEXT NULL,
    started INTEGER NOT NULL DEFAULT 0,
    visited INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX room_due ON room (due_at) WHERE due_at IS NOT NULL;

-- For the limits per creator and the expiry of rooms (store/expiry.py).
CREATE INDEX room_creator ON room (creator) WHERE ended IS NULL AND creator IS NOT NULL;
CREATE INDEX room_creator_site ON room (creator_site) WHERE ended IS NULL AND creator_site IS NOT NULL;
CREATE INDEX room_never_started ON room (visited) WHERE started = 0;
CREATE INDEX room_running ON room (visited) WHERE started = 1 AND ended IS NULL;
CREATE INDEX room_ended ON room (ended) WHERE ended IS NOT NULL;

-- The log. `hash` covers the event and the hash before it; the room's row gets the last one in the same transaction
-- (store/chain.py).
CREATE TABLE event (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    command_id TEXT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (room, seq),
    UNIQUE (room, command_id)
);

-- The table of a room after one event, so that a long log need not be read from its start. This is a cache: a snapshot with
-- another hash than the event, or from another release or other rules, is ignored.
CREATE TABLE snapshot (
    room TEXT PRIMARY KEY NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    release TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    body BLOB NOT NULL
);

-- `rank` is the value with more always better. `source` names the game, so that it counts once. `against` is the level of
-- the strongest bot among the opponents, or NULL for people.
CREATE TABLE high_score (
    source TEXT NOT NULL,
    game TEXT NOT NULL,
    list TEXT NOT NULL,
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    value INTEGER NOT NULL,
    name TEXT NOT NULL,
    players INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    against INTEGER NULL,
    PRIMARY KEY (source, list, seat)
);

CREATE INDEX high_score_rank ON high_score (game, list, rank DESC, at_ms);
CREATE INDEX high_score_against ON high_score (game, list, against, rank DESC, at_ms);

-- Time of the last heartbeat, and the outages, in which clocks stand still.
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at_ms INTEGER NOT NULL);

CREATE TABLE outage (begun_ms INTEGER PRIMARY KEY, until_ms INTEGER NOT NULL);

-- Chat is not part of the log. `slot` is the number modulo the messages kept, so that a new message replaces the oldest.
CREATE TABLE chat_message (
    room TEXT NOT NULL,
    slot INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    device TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER NULL,
    text TEXT NOT NULL,
    command TEXT NOT NULL,
    PRIMARY KEY (room, slot)
) WITHOUT ROWID;

-- Whether the chat is open, and the muted and removed senders, as JSON.
CREATE TABLE chat_rules (room TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL);

-- The key of the hashes that stand for network addresses.
CREATE TABLE address_key (id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL);

INSERT INTO address_key VALUES (1, randomblob(32));
