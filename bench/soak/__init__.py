"""A soak test: honest players on a server under attack."""
