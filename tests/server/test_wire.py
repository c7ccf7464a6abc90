"""The generated types, and the client in the documentation."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from server.live_server import Server, run

from ludoteca.server.wire import files, schema

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", files(ROOT), ids=lambda path: path.name)
def test_the_generated_types_are_current(path: Path) -> None:
    assert path.read_text("utf-8") == files(ROOT)[path], "run python -m ludoteca.server.wire"


def test_the_generated_types_are_the_same_on_every_python() -> None:
    """Since 3.13 Python removes the indentation of docstrings."""
    described = [one["description"] for one in schema()["$defs"].values() if "description" in one]
    assert any("\n" in text for text in described)
    assert not [text for text in described if "\n " in text]


def test_the_client_of_the_documentation_plays_a_game(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    (tmp_path / "client.py").write_text(code)

    async def test(server: Server) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "client.py"), server.url, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        assert process.returncode == 0
        assert b"result: [0.0, 1.0]" in out

    run(test, tmp_path)
