-- Whom a game was won against: the level of the strongest bot, or NULL for people.
ALTER TABLE score ADD COLUMN against INTEGER NULL;

CREATE INDEX score_against ON score (game, list, against, rank DESC, at_ms);
