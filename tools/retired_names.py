"""Find names and phrases that have been retired: `python tools/retired_names.py`, part of `make check`.

`retired_names.txt` has one entry per line, a kind and a text:

    name TEXT     an identifier, key or tag, as a whole token of the code (not of comments and docstrings)
    file TEXT     a file or folder: its name without the suffix, or its whole path
    wire TEXT     a property or tag of docs/wire.schema.json, for words too common to forbid in all code
    css TEXT      a class in a stylesheet or in markup
    phrase TEXT   words in prose: docs, comments, docstrings and what people read, in any case, across line ends
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIST = "tools/retired_names.txt"
KINDS = ("name", "file", "wire", "css", "phrase")
SCHEMA = "docs/wire.schema.json"
EXEMPT = ("CHANGELOG.md", LIST, "tests/tools/test_retired_names.py", "src/ludoteca/store/migrations/", "requirements/")
CODE = (".py", ".ts", ".svelte", ".css", ".json", ".sql")
PROSE = (*CODE, ".md", ".toml", ".html")
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", re.DOTALL)
MARKDOWN_CODE = re.compile(r"```.*?```|`[^`\n]*`|^ {4}.*$", re.DOTALL | re.MULTILINE)
CLASSES = re.compile(r"""class="([^"]*)"|class:([\w-]+)|\.([a-z][\w-]*)(?=[\s,.:{>+~)[])""")


class Entry(NamedTuple):
    kind: str
    text: str


def read_list(text: str) -> list[Entry]:
    """Return the entries of a list; raise ValueError for a line that is none."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        kind, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            continue
        if kind not in KINDS or not rest.strip():
            raise ValueError(f"{LIST}, line {number}: expected one of {', '.join(KINDS)} and a text.")
        entries.append(Entry(kind, rest.strip()))
    return entries


def names_in(path: str, text: str) -> set[str]:
    """Return the names in a file's code: identifiers, and strings and keys that are a single word."""
    if path.endswith(".json"):
        return {name for name in json_strings(json.loads(text)) if " " not in name}
    if not path.endswith(".py"):
        return set(re.findall(r"[\w$]+", COMMENTS.sub(" ", text)))
    found = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            found.add(token.string)
        elif token.type == tokenize.STRING and "f" not in token.string[:2].lower():
            value = ast.literal_eval(token.string)
            found |= {value} if isinstance(value, str) else set()
    return found


def json_strings(data: Any) -> Iterator[str]:
    """Yield every key and every string of a JSON document."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from data
        for value in data.values():
            yield from json_strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from json_strings(value)


def wire_names(schema: Any) -> Iterator[str]:
    """Yield every property and every tag in a JSON Schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (value for value in schema.get("enum", []) if isinstance(value, str))
        for value in schema.values():
            yield from wire_names(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from wire_names(value)


def css_classes(text: str) -> set[str]:
    """Return the classes that a stylesheet or a component mentions."""
    return {name for groups in CLASSES.findall(text) for group in groups for name in group.split()}


def matches(entries: list[Entry], path: str, text: str) -> Iterator[Entry]:
    """Yield the entries that a file still contains."""
    code = names_in(path, text) if path.endswith(CODE) else set()
    wire = set(wire_names(json.loads(text))) if path == SCHEMA else set()
    classes = css_classes(text) if path.endswith((".svelte", ".css")) else set()
    is_prose = path.endswith(PROSE) or path == "Makefile"
    prose = MARKDOWN_CODE.sub(" ", text) if path.endswith(".md") else text if is_prose else ""
    prose = re.sub(r"[\s#*/]+", " ", prose).lower()
    parts = {part.split(".")[0] for part in Path(path).parts}
    for entry in entries:
        wanted = entry.text
        if (
            (entry.kind == "name" and wanted in code)
            or (entry.kind == "file" and (wanted in parts or f"{path}/".startswith(f"{wanted}/")))
            or (entry.kind == "wire" and wanted in wire)
            or (entry.kind == "css" and wanted in classes)
            or (entry.kind == "phrase" and re.search(rf"(?<!\w){re.escape(wanted.lower())}(?!\w)", prose))
        ):
            yield entry


def check(root: Path) -> list[str]:
    """Return one sentence for every retired name that the repository still contains."""
    entries = read_list((root / LIST).read_text("utf-8"))
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],  # noqa: S607 - git is on the PATH of a developer
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    found = []
    for path in sorted(set(listed)):
        if path.startswith(EXEMPT) or not (root / path).is_file():
            continue
        try:
            text = (root / path).read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f'{path}: the {entry.kind} "{entry.text}" is retired.' for entry in matches(entries, path, text)]
    return found


if __name__ == "__main__":
    problems = check(ROOT)
    print(*problems, sep="\n", end="\n" if problems else "")
    if problems:
        sys.exit(
            f"{len(problems)} uses of retired names; docs/architecture.md and CONTRIBUTING.md have the present ones."
        )
