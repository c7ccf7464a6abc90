"""Rooms: tables with their clients, chat, bots and deadlines, over a store. Works with or without a server."""
