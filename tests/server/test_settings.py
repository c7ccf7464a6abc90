"""Settings of the server: by flag, by environment and by file, in this order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ludoteca.server import serve as serving
from ludoteca.server.commands import serve
from ludoteca.server.settings_file import settings
from tools.settings_table import PAGE, with_table

Started = Callable[..., serving.ServeSettings]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Start the command; return what the server would get."""
    seen: list[serving.ServeSettings] = []
    monkeypatch.setattr(serving, "serve", lambda given, _: seen.append(given))
    for name in [name for name in os.environ if name.startswith("LUDOTECA_")]:
        monkeypatch.delenv(name)

    def start(*arguments: str, **environment: str) -> serving.ServeSettings:
        done = CliRunner().invoke(serve, list(arguments), env=environment, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return seen[-1]

    return start


def test_a_flag_comes_before_the_environment_and_that_before_the_file(started: Started, tmp_path: Path) -> None:
    file = tmp_path / "ludoteca.toml"
    file.write_text('port = 1001\nhost = "127.0.0.3"\nlog-json = true\n')
    from_file = started("--config", str(file))
    assert (from_file.port, from_file.host, from_file.json_logs) == (1001, "127.0.0.3", True)
    assert started("--config", str(file), LUDOTECA_PORT="1002").port == 1002
    assert started("--config", str(file), "--port", "1003", LUDOTECA_PORT="1002").port == 1003
    assert started(LUDOTECA_CONFIG=str(file)).host == "127.0.0.3"
    assert started().port == 8321


def test_a_file_and_the_environment_can_give_several_values(started: Started, tmp_path: Path) -> None:
    file = tmp_path / "ludoteca.toml"
    file.write_text('url = ["https://a.example", "https://b.example"]\nkeep-finished = 30\n')
    both = ("https://a.example", "https://b.example")
    assert started("--config", str(file)).network.public_urls == both
    assert started("--config", str(file)).limits.keep_finished_days == 30
    assert started(LUDOTECA_URL="https://a.example https://b.example").network.public_urls == both


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('color = "red"', r'FILE has no setting "color"; the settings are: data, drain, host, .*, webhook\.'),
        ("url = 'https://a.example'", r'url in FILE must be a list of texts, not "https://a.example"\.'),
        ("log-json = 1", r"log-json in FILE must be true or false, not 1\."),
        ("port = true", r"port in FILE must be a text or a number, not True\."),
        ("port = 70000", r"port must be a whole number from 0 to 65535, not 70000\."),
        ("port", r"FILE cannot be read as TOML: .*\."),
        ("\xff", r"FILE cannot be read as TOML: .*\."),
        (None, r"FILE cannot be read: No such file or directory\."),
    ],
)
def test_a_wrong_settings_file_ends_with_one_sentence(text: str | None, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "ludoteca.toml"
    if text is not None:
        file.write_bytes(text.encode("latin-1"))
    command = [sys.executable, "-c", "from ludoteca.cli import main; main()", "serve", "--config", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(f"ludoteca: {sentence}\n", done.stderr.replace(str(file), "FILE")), done.stderr


def test_every_option_has_an_environment_variable_of_its_name() -> None:
    for name, option in settings(serve).items():
        assert option.envvar == "LUDOTECA_" + name.replace("-", "_").upper()
    assert {param.name for param in serve.params if isinstance(param, click.Option)} >= {"config", "host", "urls"}


def test_the_table_of_settings_in_the_docs_is_made_from_the_options() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("<!-- settings -->") == 1
    assert page == with_table(page), "run python -m tools.settings_table"
