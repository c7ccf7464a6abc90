"""The whole life of a room as a pure fold: commands are judged, events are applied, deadlines are named. No I/O."""
