-- A commit only appends recent events. Their key (room, seq) cost more than they did, and writing the heads of rooms
-- changed a page of the room index for each. A room's row has the head as of its last event in `event`; the last recent
-- event, if there is one, has the present head. Recent events have numbers, of which SQLite keeps the highest, so that
-- it is noticed if some are cut off.
DROP VIEW log;

CREATE TABLE numbered_event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    command_id TEXT NULL,
    hash BLOB NOT NULL
);

INSERT INTO numbered_event (room, seq, at_ms, kind, body, command_id, hash)
SELECT room, seq, at_ms, kind, body, command_id, hash FROM recent_event ORDER BY rowid;

DROP TABLE recent_event;

ALTER TABLE numbered_event RENAME TO recent_event;

CREATE VIEW log AS
SELECT room, seq, at_ms, kind, body, command_id, hash FROM event
UNION ALL
SELECT room, seq, at_ms, kind, body, command_id, hash FROM recent_event;

CREATE VIEW current_room AS
SELECT code, game, rules_version, created, updated, due_at, ended, public,
    coalesce(last.seq, room.seq) AS seq, coalesce(last.hash, room.hash) AS hash, creator, creator_site, started, visited
FROM room LEFT JOIN (SELECT room, max(seq) AS seq, hash FROM recent_event GROUP BY room) AS last ON last.room = code;
