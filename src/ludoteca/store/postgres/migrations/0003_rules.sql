-- The rules that a node has: `name=rules_version` for each game, with spaces between. It serves only rooms of these.
ALTER TABLE node ADD COLUMN rules TEXT NOT NULL DEFAULT '';
