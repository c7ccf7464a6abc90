"""Honest players beside strangers who attack the server: what the strangers can do to them."""
