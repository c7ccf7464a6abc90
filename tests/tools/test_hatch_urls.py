"""A release names the repository that built it, and no other build names one."""

from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).parents[2]


def urls() -> dict[str, str]:
    return dict(ProjectMetadata(str(ROOT), PluginManager()).core.urls)


def test_a_release_names_its_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://git.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "friends/ludoteca")
    found = urls()
    assert found["Homepage"] == "https://git.example/friends/ludoteca"
    assert all(url.startswith(found["Homepage"]) for url in found.values())
    assert {"Documentation", "Changelog", "Issues"} < set(found)


def test_any_other_build_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert urls() == {}
