"""The event log and the catalogue of rooms, in one SQLite file."""
