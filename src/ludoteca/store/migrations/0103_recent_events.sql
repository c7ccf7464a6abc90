-- New events are appended here, in the order of their commits, and moved to `event` many at a time. There every room has
-- pages of its own, so that with many rooms each event would write a whole page.
CREATE TABLE recent_event (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    command_id TEXT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (room, seq)
);

CREATE VIEW log AS
SELECT room, seq, at_ms, kind, body, command_id, hash FROM event
UNION ALL
SELECT room, seq, at_ms, kind, body, command_id, hash FROM recent_event;
