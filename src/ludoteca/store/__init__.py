"""The event log and the room index, in one SQLite file."""
