-- The log by its primary key alone. Nothing looks a command up by its id: a room knows the ids of its whole log, and only
-- a room that has read every event before seq n can write seq n.
CREATE TABLE event_by_key (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    command_id TEXT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;

INSERT INTO event_by_key SELECT room, seq, at_ms, kind, body, command_id, hash FROM event ORDER BY room, seq;

DROP TABLE event;

ALTER TABLE event_by_key RENAME TO event;
