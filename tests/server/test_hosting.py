"""The files in docs/host.md and docs/several-nodes.md work: systemd accepts the units, and the proxies carry games."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from server.test_start import process

from ludoteca import selftest
from ludoteca.server.commands import serve
from ludoteca.server.settings_file import check_settings, settings
from ludoteca.server.worker_command import worker
from ludoteca.store.opening import check_store

DOCS = Path(__file__).parents[2] / "docs"
UNITS = [("host.md", 0), ("several-nodes.md", 0), ("several-nodes.md", 1)]
"""The pages with units, and which of its units it is."""
HOST = "games.example.org"
ADDRESS = r"127\.0\.0\.1:8321|10\.0\.0\.11:800\d"
LIMIT_S = 30.0
EXPOSURE = 20
"""In tenths, as systemd-analyze counts: up to 20 is low."""


def block(language: str, begins: str = "", page: str = "host.md", number: int = -1) -> str:
    """Return a code block of a page."""
    text = (DOCS / page).read_text("utf-8")
    found = re.findall(rf"^```{language}\n({re.escape(begins)}.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found, f"docs/{page} has no block of {language}"
    return str(found[number])


def need(program: str) -> str:
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if path is None:
        pytest.skip(f"{program} is not installed.")
    return path


@pytest.mark.parametrize(("page", "number"), UNITS)
def test_systemd_accepts_the_unit_and_rates_its_exposure_as_low(page: str, number: int, tmp_path: Path) -> None:
    analyze = need("systemd-analyze")
    text = block("ini", "[Unit]", page, number)
    unit = tmp_path / ("ludoteca@8001.service" if "%i" in text else "ludoteca.service")
    # It looks for the program, which is not installed there.
    unit.write_text(text.replace("/opt/ludoteca/bin/ludoteca", shutil.which("true") or "/bin/true"))
    for arguments in (["verify"], ["security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager"]):
        done = subprocess.run([analyze, *arguments, str(unit)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Unknown" not in done.stderr


@pytest.mark.parametrize(
    ("page", "number", "command", "options"),
    [
        (*UNITS[0], serve, {"config", "data"}),
        (*UNITS[1], serve, {"config", "node", "port"}),
        (*UNITS[2], worker, {"store"}),
    ],
)
def test_the_commands_of_the_units_are_understood(
    page: str, number: int, command: click.Command, options: set[str]
) -> None:
    unit = block("ini", "[Unit]", page, number)
    (line,) = re.findall(rf"^ExecStart=\S+/ludoteca {command.name} (.*)$", unit, re.MULTILINE)
    assert command.make_parser(click.Context(command)).parse_args(line.split())[0].keys() == options


@pytest.mark.parametrize("page", ["host.md", "several-nodes.md"])
def test_the_settings_are_understood(page: str) -> None:
    found = check_settings(tomllib.loads(block("toml", page=page)), settings(serve), Path("ludoteca.toml"))
    assert found["urls"] == [f"https://{HOST}"]
    assert len(found["proxies"]) == 1, "the proxy's one address"
    if "store" in found:
        check_store(found["store"], None)


def test_the_commands_of_the_compose_file_are_understood() -> None:
    lines = re.findall(r"command: ludoteca (serve|worker) ?(.*)$", block("yaml", page="several-nodes.md"), re.MULTILINE)
    assert [name for name, _ in lines] == ["serve", "serve", "worker"]
    for name, line in lines:
        command = {"serve": serve, "worker": worker}[name]
        found = command.make_parser(click.Context(command)).parse_args(line.split())[0]
        assert found.keys() == ({"host", "port", "node", "urls", "proxies"} if name == "serve" else set())


@pytest.mark.parametrize("language", ["nginx", "caddyfile"])
def test_the_proxies_find_the_code_in_every_path_of_a_room_and_in_no_other(language: str) -> None:
    (pattern,) = re.findall(r"\^/\(\?:r\|\S*\$\)", block(language, page="several-nodes.md"))
    find = re.compile(pattern.replace("?<", "?P<"))
    for path in ("/r/{}", "/r/{}/replay/7", "/r/{}/qr.svg", "/api/rooms/{}", "/api/rooms/{}/socket"):
        found = find.search(path.format("K7QX2M9P"))
        assert found is not None
        assert found[1] == "K7QX2M9P", path
    for path in ("/", "/api/rooms", "/api/rooms/known", "/api/lobby", "/r/K7QX2M9", "/games/flooding/rules.md"):
        assert not find.search(path), path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def proxy(port: int, *command: str) -> Iterator[None]:
    """Run a proxy until it answers and then to the end of the test."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            end = time.monotonic() + LIMIT_S
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert running.poll() is None, "the proxy has ended"
                assert time.monotonic() < end, "the proxy does not answer"
                time.sleep(0.05)
            yield
        finally:
            running.terminate()


@pytest.mark.slow
@pytest.mark.parametrize("page", ["host.md", "several-nodes.md"])
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_a_game_can_be_played_through_the_proxy(name: str, page: str, tmp_path: Path) -> None:
    program, port = need(name), free_port()
    url = f"http://127.0.0.1:{port}"
    serve_command = (sys.executable, "-m", "ludoteca", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser")
    known = ("--trust-proxy", "127.0.0.1", "--url", url, "--data", str(tmp_path / "data"))
    with process(*serve_command, *known, errors=tmp_path / "errors") as server:
        upstream = f"127.0.0.1:{server.port}"
        config = tmp_path / "config"
        if name == "nginx":
            text = re.sub(ADDRESS, upstream, block("nginx", page=page))
            text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
            text = re.sub(r"^\s*ssl_.*\n", "", text, flags=re.MULTILINE).replace("$host;", "$http_host;")
            folders = "".join(
                f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            config.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {folders} {text} }}")
            command = [program, "-c", str(config), "-e", str(tmp_path / "log"), "-g", "daemon off;"]
        else:
            text = re.sub(ADDRESS, upstream, block("caddyfile", page=page)).replace(HOST, f"http://127.0.0.1:{port}")
            config.write_text(f"{{\n    admin off\n    auto_https off\n}}\n{text}")
            command = [program, "run", "--adapter", "caddyfile", "--config", str(config)]
        with proxy(port, *command):
            assert selftest.load_page(url)
            assert "journeyman" in selftest.watch_bot(url)
