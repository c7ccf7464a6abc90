-- Who opened a room, as keyed hashes of the address and of the IPv6 site around it; whether a game was ever begun in it;
-- when somebody was last there. The indexes serve limits per opener and the expiry of rooms (store/expiry.py).
ALTER TABLE room ADD COLUMN opener TEXT NULL;
ALTER TABLE room ADD COLUMN opener_site TEXT NULL;
ALTER TABLE room ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;

CREATE INDEX room_opener ON room (opener) WHERE ended IS NULL AND opener IS NOT NULL;
CREATE INDEX room_opener_site ON room (opener_site) WHERE ended IS NULL AND opener_site IS NOT NULL;
CREATE INDEX room_never_started ON room (visited) WHERE started = 0;
CREATE INDEX room_running ON room (visited) WHERE started = 1 AND ended IS NULL;
CREATE INDEX room_ended ON room (ended) WHERE ended IS NOT NULL;
