"""The state of a room and the rules for changing it, without I/O: `decide` a command, `apply` its events."""
