-- When the server last said that it runs, and the times in which it did not: clocks stand still then.
CREATE TABLE alive (id INTEGER PRIMARY KEY CHECK (id = 1), at_ms INTEGER NOT NULL);

CREATE TABLE outage (begun_ms INTEGER PRIMARY KEY, until_ms INTEGER NOT NULL);
