"""The tests run the source, whatever was compiled here; `LUDOTECA_PLAIN=0 make test` runs what was."""

import os

os.environ.setdefault("LUDOTECA_PLAIN", "1")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait more than they work."""
    return (os.cpu_count() or 1) + 1
