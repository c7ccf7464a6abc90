"""Rooms over HTTP and sockets. The server only conducts: all judgement is in table and rules."""
