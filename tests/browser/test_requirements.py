"""Browser tests without a browser: skipped on a developer's machine, failed where CI is set."""

from __future__ import annotations

import pytest
from browser.requirements import missing


def test_a_missing_browser_skips_at_home_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        missing("Chromium is not installed.")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="required where CI is set"):
        missing("Chromium is not installed.")
