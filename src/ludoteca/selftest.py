"""`python -m ludoteca.selftest`: try an installed Ludoteca, with nothing but what it installed.

Plays every game to its end, starts the server, fetches its page, and lets a bot move in a room. Prints a line for each
step; the exit status is 1 if one fails.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from typing import Any
from urllib.request import Request, urlopen

import ludoteca
from ludoteca.core.native import describe_build

LIMIT_S = 120.0
"""Only against a server that does not answer."""
SERVE = (sys.executable, "-m", "ludoteca", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--data")


class SelfTestError(Exception):
    """Something does not work; says what."""


def play(name: str) -> str:
    """Let the first bot play a whole game with itself, and replay its record."""
    game = ludoteca.game(name)
    state = game.new(seed="selftest")
    bot, moves = game.bot(1, seed="selftest"), []
    while game.seat(state) is not None:
        moves.append(bot.move(state))
        state = game.play(state, moves[-1])
    kept = ludoteca.record(name, moves, seed="selftest")
    if game.position(ludoteca.replay(kept)) != game.position(state):
        raise SelfTestError("the record does not lead to the same position")
    return f"{len(moves)} moves"


@contextmanager
def serving() -> Iterator[str]:
    """Start a server with an empty data folder on a free port; yield its address."""
    with (
        tempfile.TemporaryDirectory(prefix="ludoteca-") as folder,
        subprocess.Popen([*SERVE, folder], stdout=subprocess.PIPE, text=True, encoding="utf-8") as server,  # noqa: S603
    ):
        try:
            line = server.stdout.readline() if server.stdout else ""
            if "http://" not in line:
                raise SelfTestError("the server does not start")
            yield line.split()[-1]
        finally:
            server.terminate()
            server.wait(LIMIT_S)


def fetch(url: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"})  # noqa: S310 - our own server
    with urlopen(request, timeout=LIMIT_S) as answer:  # noqa: S310
        return str(answer.read().decode("utf-8"))


def load_page(url: str) -> str:
    """Fetch the page, its script and its style sheet."""
    page = fetch(url)
    parts = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page)
    if not parts:
        raise SelfTestError("the page names no script")
    return f"{len(page) + sum(len(fetch(url + part)) for part in parts):,} characters"


def watch_bot(url: str, level: int = 1) -> str:
    """Make a room in which a bot moves first, and wait for its move."""
    from websockets.sync.client import connect

    seats = [{"kind": "bot", "level": level}, {"kind": "here", "name": "Self-test"}]
    room = json.loads(fetch(f"{url}/api/rooms", {"game": "flooding", "options": {"size": 4}, "seats": seats}))
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{room['code']}/socket"
    with connect(address, proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": room["token"]}))
        while True:
            message: dict[str, Any] = json.loads(socket.recv(LIMIT_S))
            for entry in message.get("log", ()) if message["type"] == "table" else ():
                if entry["move"]:
                    return str(entry["texts"][0]["text"])


def main() -> None:
    print(f"Ludoteca {version('ludoteca')} ({describe_build()}), Python {sys.version.split()[0]}, {sys.platform}")
    works = True
    for name in ludoteca.game_names():
        works &= _try(f"play {name}", partial(play, name))
    try:
        with serving() as url:
            works &= _try("serve the page", partial(load_page, url))
            works &= _try("let a bot move in a room", partial(watch_bot, url))
    except SelfTestError as error:
        print(f"failed: {error}")
        works = False
    print("Everything works." if works else "Something does not work.")
    sys.exit(not works)


def _try(label: str, step: Callable[[], str]) -> bool:
    try:
        print(f"ok: {label} ({step()})", flush=True)
    except Exception:
        print(f"failed: {label}\n{traceback.format_exc()}", flush=True)
        return False
    return True


if __name__ == "__main__":
    main()
