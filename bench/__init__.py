"""Measurements, as ratios in one run. `make bench` prints the tables; nothing here is a test."""
