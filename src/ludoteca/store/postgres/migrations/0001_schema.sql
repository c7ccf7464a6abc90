-- The whole schema in PostgreSQL. Times are milliseconds since the epoch and need 64 bits. Texts that are compared have
-- the collation "C", as in SQLite. A change to the schema is a new script with the next number; it only adds, so that nodes
-- of the release before go on working (`min_reader` of schema_version says which can).

CREATE TABLE room (
    code TEXT COLLATE "C" PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    due_at BIGINT NULL,
    ended BIGINT NULL,
    public SMALLINT NOT NULL,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    creator TEXT COLLATE "C" NULL,
    creator_site TEXT COLLATE "C" NULL,
    started SMALLINT NOT NULL DEFAULT 0,
    visited BIGINT NOT NULL DEFAULT 0,
    chat BIGINT NOT NULL DEFAULT 0,
    keeper TEXT COLLATE "C" NULL,
    keep_until BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

-- `chat` counts how often the chat was saved. `keeper` is the node that runs the room's bots and clocks until `keep_until`.

CREATE INDEX room_due ON room (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX room_updated ON room (updated DESC, code);
CREATE INDEX room_creator ON room (creator) WHERE ended IS NULL AND creator IS NOT NULL;
CREATE INDEX room_creator_site ON room (creator_site) WHERE ended IS NULL AND creator_site IS NOT NULL;
CREATE INDEX room_never_started ON room (visited) WHERE started = 0;
CREATE INDEX room_running ON room (visited) WHERE started = 1 AND ended IS NULL;
CREATE INDEX room_ended ON room (ended) WHERE ended IS NOT NULL;

CREATE TABLE event (
    room TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    command_id TEXT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (room, seq)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE snapshot (
    room TEXT COLLATE "C" PRIMARY KEY,
    seq BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    release TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    body BYTEA NOT NULL
);

CREATE TABLE high_score (
    source TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    list TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    rank BIGINT NOT NULL,
    value BIGINT NOT NULL,
    name TEXT NOT NULL,
    players BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    against BIGINT NULL,
    PRIMARY KEY (source, list, seat)
);

CREATE INDEX high_score_rank ON high_score (game, list, rank DESC, at_ms);
CREATE INDEX high_score_against ON high_score (game, list, against, rank DESC, at_ms);

CREATE TABLE outage (begun_ms BIGINT PRIMARY KEY, until_ms BIGINT NOT NULL);

CREATE TABLE chat_message (
    room TEXT COLLATE "C" NOT NULL,
    slot BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    device TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    seat BIGINT NULL,
    text TEXT NOT NULL,
    command TEXT NOT NULL,
    PRIMARY KEY (room, slot)
);

CREATE TABLE chat_rules (room TEXT COLLATE "C" PRIMARY KEY, body TEXT NOT NULL);

CREATE TABLE address_key (id BIGINT PRIMARY KEY CHECK (id = 1), value BYTEA NOT NULL);

-- A node is alive while its last heartbeat is young and it has not stopped: `draining` is 1 if it stops soon, 2 if it has
-- stopped. `ahead_ms` is how far its time is ahead of the database's clock: it
-- never goes back, even if that clock is set back.
CREATE TABLE node (
    name TEXT COLLATE "C" PRIMARY KEY,
    beat_ms BIGINT NOT NULL,
    ahead_ms BIGINT NOT NULL,
    release TEXT NOT NULL,
    draining SMALLINT NOT NULL DEFAULT 0
);

-- The devices that are connected to each node.
CREATE TABLE present (
    room TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (room, device, node)
);

CREATE INDEX present_node ON present (node);

-- The rooms in the lobby, by the node to which the host is connected. `entry` is JSON.
CREATE TABLE listing (
    room TEXT COLLATE "C" PRIMARY KEY,
    node TEXT COLLATE "C" NOT NULL,
    address TEXT NOT NULL,
    opened_ms BIGINT NOT NULL,
    entry BYTEA NOT NULL
);

CREATE INDEX listing_opened ON listing (opened_ms DESC);
