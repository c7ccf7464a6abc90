-- Every event holds the hash of the one before it and of itself; the room's row holds the last seq and hash, written in
-- the same transaction (store/chain.py). So a changed, missing, inserted or cut-off event is found.
ALTER TABLE event ADD COLUMN h BLOB NOT NULL DEFAULT x'';
ALTER TABLE room ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN h BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';

-- The table of a room as of one event, so that a long log need not be read from its beginning: a cache, never truth. One
-- whose hash is not that of the event, or that another release or other rules wrote, is passed by.
CREATE TABLE snapshot (
    room TEXT PRIMARY KEY NOT NULL,
    seq INTEGER NOT NULL,
    h BLOB NOT NULL,
    release TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    body BLOB NOT NULL
);
