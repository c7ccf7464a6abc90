-- Every event holds the hash of the one before it and of itself; the room's row holds the last seq and hash, written in
-- the same transaction (store/chain.py). So a changed, missing, inserted or cut-off event is found.
ALTER TABLE event ADD COLUMN h BLOB NOT NULL DEFAULT x'';
ALTER TABLE room ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN h BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
