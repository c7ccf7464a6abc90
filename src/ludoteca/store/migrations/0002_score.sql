-- The best of finished games. `rank` is the value with more always better; `source` names the game, so that it counts once.
CREATE TABLE score (
    source TEXT NOT NULL,
    game TEXT NOT NULL,
    list TEXT NOT NULL,
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    value INTEGER NOT NULL,
    name TEXT NOT NULL,
    players INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (source, list, seat)
);

CREATE INDEX score_best ON score (game, list, rank DESC, at_ms);
