-- Times are milliseconds since the epoch.
CREATE TABLE room (
    code TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    due_at INTEGER NULL,
    ended INTEGER NULL,
    public INTEGER NOT NULL
);

CREATE INDEX room_due ON room (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE event (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    cmd TEXT NULL,
    PRIMARY KEY (room, seq),
    UNIQUE (room, cmd)
);
