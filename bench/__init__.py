"""Benchmarks, as ratios within one run. `make bench` prints the tables; nothing here is a test."""
