"""What browser tests need. Without it they are skipped on a developer's machine, and fail where CI is set."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(sentence: str) -> NoReturn:
    """Skip, or fail where CI is set: a check that did not run must not look like one that passed."""
    if os.environ.get("CI"):
        pytest.fail(f"{sentence} Tests in a browser are required where CI is set.", pytrace=False)
    pytest.skip(sentence, allow_module_level=True)
