"""How the page gets into the package: which Node is used, and when the page is rebuilt."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tools import page

ROOT = Path(__file__).parents[2]
NPM = '''
"""A fake npm that logs its arguments and builds a page of one word."""
import os, sys
from pathlib import Path
with open("../npm.log", "a") as log:
    print(*sys.argv[1:3], file=log)
if sys.argv[2] in os.environ.get("FAILS", "nothing"):
    print("npm is broken")
    sys.exit(3)
if sys.argv[1] == "ci":
    Path("node_modules").mkdir(exist_ok=True)
    Path("node_modules/.package-lock.json").write_text("{}")
if sys.argv[2] == "build":
    out = Path("../src/ludoteca/server/page")
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.html").write_text("built")
'''


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("v20.19.0\n", (20, 19, 0)),
        ("v24.1.12", (24, 1, 12)),
        ("22.12.3", (22, 12, 3)),
        ("v26.0.0-nightly2026", (26, 0, 0)),
        ("", None),
        ("v20", None),
        ("node: command not found", None),
    ],
)
def test_the_version_of_node_is_read(text: str, wanted: page.Version | None) -> None:
    assert page.read_version(text) == wanted


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ((18, 20, 0), False),
        ((20, 18, 9), False),
        ((20, 19, 0), True),
        ((21, 99, 0), False),
        ((22, 11, 0), False),
        ((22, 12, 0), True),
        ((23, 0, 0), False),
        ((24, 0, 0), True),
        ((31, 0, 0), True),
        (None, False),
    ],
)
def test_node_is_supported_if_vite_supports_it(version: page.Version | None, wanted: bool) -> None:
    assert page.is_supported(version) == wanted


@pytest.mark.skipif(os.name == "nt", reason="The fake Node is a shell script.")
def test_a_node_on_the_path_counts_if_it_is_new_and_has_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page._system_node() is None
    for version, with_npm, wanted in (("20.19.1", False, False), ("20.18.0", True, False), ("20.19.1", True, True)):
        for name, here in (("node", True), ("npm", with_npm)):
            if here:
                (tmp_path / name).write_text(f"#!/bin/sh\necho v{version}\n")
                (tmp_path / name).chmod(0o755)
        assert (page._system_node() is not None) == wanted, (version, with_npm)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a small repository with a page to build."""
    for name in (
        *("web/package.json", "web/package-lock.json", "web/src/main.ts", "web/.npmrc"),
        *("src/ludoteca/core/page/locales/en.json", "src/ludoteca/games/nim/page/Board.svelte"),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "npm.py").write_text(NPM)
    return tmp_path


@pytest.fixture
def node(root: Path) -> page.Node:
    return page.Node((sys.executable, str(root / "npm.py")), root)


def npm_calls(root: Path) -> list[str]:
    """Return how npm was called since the last time."""
    path = root / "npm.log"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def test_a_page_is_built_once_and_again_when_a_source_changes(root: Path, node: page.Node) -> None:
    assert not page.is_fresh(root)
    assert page.make(root, node)
    assert npm_calls(root) == ["ci --no-audit", "run build"]
    assert page.is_fresh(root)
    assert not page.make(root, node)
    assert not page.make(root, None)
    assert npm_calls(root) == []
    for name in (
        "web/src/main.ts",
        "src/ludoteca/games/nim/page/Board.svelte",
        "src/ludoteca/core/page/locales/en.json",
    ):
        (root / name).write_text("changed")
        assert page.make(root, node), name
        assert npm_calls(root) == ["run build"]
    (root / "web" / "src" / "new.ts").write_text("")
    assert page.make(root, node)
    (root / "web" / "src" / "new.ts").rename(root / "web" / "src" / "newer.ts")
    assert page.make(root, node)
    (root / "web" / "src" / "newer.ts").unlink()
    assert page.make(root, node)


def test_other_files_do_not_make_the_page_stale(root: Path, node: page.Node) -> None:
    page.make(root, node)
    (root / "web" / "node_modules" / "vite.js").write_text("changed")
    (root / "web" / ".cache").mkdir()
    (root / "web" / ".cache" / "x").write_text("changed")
    (root / "src" / "ludoteca" / "games" / "nim" / "rules.py").write_text("changed")
    for path in page.sources(root):
        os.utime(path)
    assert page.is_fresh(root)


def test_half_a_page_is_not_fresh(root: Path, node: page.Node) -> None:
    for name in ("index.html", page.STAMP):
        page.make(root, node)
        (root / page.OUTPUT / name).unlink()
        assert not page.is_fresh(root), name
    (root / page.OUTPUT / page.STAMP).write_bytes(b"\xff\xfe")
    assert not page.is_fresh(root)


def test_npm_installs_again_after_the_lock_file_has_changed(root: Path, node: page.Node) -> None:
    web = root / "web"
    assert not page.is_installed(web)
    page.make(root, node)
    assert page.is_installed(web)
    installed = (web / "node_modules" / ".package-lock.json").stat().st_mtime_ns
    os.utime(web / "package-lock.json", ns=(installed + 1, installed + 1))
    assert not page.is_installed(web)
    npm_calls(root)
    (web / "package-lock.json").write_text("changed")
    page.make(root, node)
    assert npm_calls(root)[0].startswith("ci")


@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("--no-audit", "npm ci failed in web/ with exit status 3; is the npm registry reachable?"),
        ("build", "npm run build failed in web/ with exit status 3."),
    ],
)
def test_a_failure_of_npm_is_reported_in_one_sentence(
    fails: str,
    sentence: str,
    root: Path,
    node: page.Node,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAILS", fails)
    monkeypatch.setattr(page, "find_node", lambda: node)
    with pytest.raises(SystemExit, match=r"^The page cannot be built: ") as caught:
        page.build(root, "standard", {})
    assert str(caught.value).endswith(sentence)
    assert "npm is broken" in capsys.readouterr().err
    page.build(root, "editable", {})
    assert capsys.readouterr().err.endswith(f"{sentence}\n")
    assert not page.is_fresh(root)


def test_without_node_a_wheel_asks_for_one_and_an_editable_install_goes_on(
    root: Path, node: page.Node, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page, "find_node", lambda: None)
    assert page.dependencies(root, "standard") == [page.NODE_WHEEL]
    with pytest.raises(SystemExit, match="it needs Node "):
        page.build(root, "standard", {})
    page.build(root, "editable", {})
    assert "it needs Node" in capsys.readouterr().err
    page.make(root, node)
    assert page.dependencies(root, "standard") == []
    page.build(root, "standard", {})


def test_without_web_there_is_nothing_to_build(root: Path, node: page.Node) -> None:
    shutil.rmtree(root / "web")
    with pytest.raises(page.PageError, match=r"there is no web/package\.json here"):
        page.make(root, node)


def test_an_sdist_needs_no_node() -> None:
    sdist = pytest.importorskip("hatchling.builders.sdist", reason="hatchling is not installed.")
    assert sdist.SdistBuilder(str(ROOT)).config.dependencies == []
