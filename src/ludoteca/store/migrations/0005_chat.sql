-- The chat of rooms, apart from their logs. A slot is the number modulo the messages kept, so that a new one replaces the oldest.
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

-- Whether the chat is open, and who is muted or removed, as JSON.
CREATE TABLE chat_rules (room TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL);

-- The key of the hashes by which network addresses are kept.
CREATE TABLE address_key (id INTEGER PRIMARY KEY CHECK (id = 1), value BLOB NOT NULL);

INSERT INTO address_key VALUES (1, randomblob(32));
