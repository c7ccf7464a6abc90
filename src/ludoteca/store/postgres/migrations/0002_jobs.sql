-- Thinking jobs, for workers on other machines. A job need not survive a crash of the database: its node thinks itself then.
-- The workers' role may read the two tables and change some columns, and nothing else; what it writes has a bound here.
-- A lease or a heartbeat counts only if it is neither too old nor too far ahead, so that a clock set back does no harm.

CREATE UNLOGGED TABLE job (
    id TEXT COLLATE "C" PRIMARY KEY,
    node TEXT COLLATE "C" NOT NULL,
    game TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    level TEXT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('move', 'advice', 'hint')),
    quick SMALLINT NOT NULL,
    seat BIGINT NOT NULL,
    seed TEXT NOT NULL,
    position TEXT NOT NULL CHECK (octet_length(position) <= 65536),
    posted_ms BIGINT NOT NULL,
    attempt BIGINT NOT NULL DEFAULT 0,
    worker TEXT COLLATE "C" NULL CHECK (octet_length(worker) <= 100),
    lease_until BIGINT NOT NULL DEFAULT 0,
    refused TEXT COLLATE "C" NULL,
    answer TEXT NULL CHECK (octet_length(answer) <= 16384)
) WITH (fillfactor = 50);

-- A worker takes one of these rows and keeps `beat_ms` up to date. `games` is `name=rules_version` for each, with spaces between.
CREATE TABLE bot_worker (
    slot BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (octet_length(name) <= 100),
    beat_ms BIGINT NOT NULL DEFAULT 0,
    games TEXT NOT NULL DEFAULT '' CHECK (octet_length(games) <= 8192)
) WITH (fillfactor = 50);

INSERT INTO bot_worker (slot) SELECT generate_series(1, 512);
