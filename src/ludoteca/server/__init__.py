"""Rooms over HTTP and WebSockets. All decisions are made in `table` and in the rules of the games."""
