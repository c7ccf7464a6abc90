"""The check that keeps retired names out: what each kind of entry finds, and what it leaves alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import retired_names
from tools.retired_names import Entry

SCHEMA = '{"$defs": {"Move": {"properties": {"type": {"enum": ["autoplay_turn"]}, "version": {"type": "integer"}}}}}'


def found(kind: str, wanted: str, path: str, text: str) -> bool:
    return list(retired_names.matches([Entry(kind, wanted)], path, text)) == [Entry(kind, wanted)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/a.py", "request = 1\n"),
        ("src/a.py", "def f(request: int) -> None: ...\n"),
        ("tests/a.py", 'send({"request": 1})\n'),
        ("web/a.ts", "const a = request.game"),
        ("web/A.svelte", "<p>{request}</p>"),
        ("web/a.json", '{"a": [{"request": "b"}]}'),
    ],
)
def test_a_name_is_found_as_a_whole_token_of_code(path: str, text: str) -> None:
    assert found("name", "request", path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/a.py", '"""Make a request."""\n# request\nwishes = 1\n'),
        ("src/a.py", 'print("as you request")\n'),
        ("web/a.ts", "// request\n/* request */ const requests = 1"),
        ("web/a.json", '{"a": "as you request"}'),
        ("docs/a.md", "as you request"),
    ],
)
def test_a_name_is_not_found_in_prose_or_inside_other_names(path: str, text: str) -> None:
    assert not found("name", "request", path, text)


def test_a_file_is_found_with_any_suffix_and_as_a_folder() -> None:
    assert found("file", "house", "src/house.py", "")
    assert found("file", "house", "web/house.svelte.ts", "")
    assert found("file", "house", "src/house/a.py", "")
    assert not found("file", "house", "src/houses.py", "")


def test_a_file_can_be_named_by_its_path() -> None:
    assert found("file", "src/a/room.py", "src/a/room.py", "")
    assert found("file", "src/a", "src/a/room.py", "")
    assert not found("file", "src/a/room.py", "src/b/room.py", "")


def test_wire_names_are_looked_for_in_the_schema_alone() -> None:
    assert found("wire", "version", retired_names.SCHEMA, SCHEMA)
    assert found("wire", "autoplay_turn", retired_names.SCHEMA, SCHEMA)
    assert not found("wire", "off", retired_names.SCHEMA, SCHEMA)
    assert not found("wire", "version", "src/a.py", "on = 1\n")


@pytest.mark.parametrize(
    "text", ['<p class="big told">', "<p class:told={x}>", ".told {}", "p.told:hover {}", ".a > .told .b {}"]
)
def test_a_css_class_is_found_in_styles_and_markup(text: str) -> None:
    assert found("css", "told", "web/A.svelte", text)
    assert not found("css", "tol", "web/A.svelte", text)


def test_a_phrase_is_found_in_any_case_and_across_lines() -> None:
    assert found("phrase", "the house", "docs/a.md", "The\nhouse plays.")
    assert found("phrase", "the house", "src/a.py", "# asks the\n# house\n")
    assert not found("phrase", "the house", "docs/a.md", "the houses")


@pytest.mark.parametrize("text", ["`play --seed anew`", "Run:\n\n    play --seed anew\n", "```\nplay --seed anew\n```"])
def test_code_in_a_page_is_not_prose(text: str) -> None:
    assert not found("phrase", "anew", "docs/a.md", text)


def test_a_line_of_no_known_kind_is_refused() -> None:
    assert retired_names.read_list("# a comment\n\nname request\n") == [Entry("name", "request")]
    with pytest.raises(ValueError, match="line 2: expected one of name, file, wire, css, phrase and a text"):
        retired_names.read_list("name a\nclass b\n")


def test_the_check_reads_what_git_would_and_passes_over_the_changelog(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / retired_names.LIST).write_text("name request\nphrase the house\n")
    (tmp_path / "CHANGELOG.md").write_text("The house is gone.\n")
    (tmp_path / "a.py").write_text("request = 1\n")
    (tmp_path / "b.md").write_text("The house plays.\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)  # noqa: S607
    assert retired_names.check(tmp_path) == [
        'a.py: the name "request" is retired.',
        'b.md: the phrase "the house" is retired.',
    ]
