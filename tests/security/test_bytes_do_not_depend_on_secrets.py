"""Nobody's bytes tell of a secret: not a spectator's, not a seat's of the other's pieces.

Two servers play the same game: same options, ids, tokens, room code, nonces, and a clock that stands still. Only the
secrets differ, and with them everything that is hidden. The moves are searched for beforehand so that they are legal in
both games and show the public the same, which includes moves that draw and lay pieces: everything that a spectator is
sent, by socket and by HTTP, headers included, must then be equal but for the commitments. A seat's frames may differ in
what is its own: its pieces in the view (`OWN` names the fields), its choices, and what it is told of its own moves.

It goes as far as the two games look alike from outside (`LEAST` moves or more, at most `MOST`); what is revealed later
is each game's own. Left out are the header `Date`, the answer to the client's random key, and the port of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.live_server import Client, Server, serving

import ludoteca
from ludoteca.core.receipts import commit, deal_seed
from ludoteca.server import connection, perspective
from ludoteca.server import messages as m
from ludoteca.server.clock import ServerClock
from ludoteca.server.codes import ALPHABET, CODE_LENGTH

Json = dict[str, Any]

CODE = ALPHABET[:CODE_LENGTH]
NONCES = ("the-nonce-of-ada-22-le", "the-nonce-of-bo-22-let")
TOKENS = ("the-token-of-ada-the-host", "the-token-of-bo-her-guest", "the-token-of-who-looks-on")
FIRST = f"{1:032x}"
"""The secret of one run; that of the other is searched for."""
MOST = 8
TRIED = 3000
LEAST = {"latice": 8, "rowsandcols": 8, "waffe": 3, "wege": 3}
"""In Waffe whoever passes lays the hand open, and in Wege all see every card that is drawn: what is played must be in
both hands, what is drawn on top of both decks."""
OWN: dict[str, tuple[str, ...]] = {
    "latice": ("racks",),
    "rowsandcols": ("hands", "unseen"),
    "waffe": ("hands",),
    "wege": (),
}
"""Fields of the view that depend on the pieces of the seat that looks. Wege has no hands."""


# The moves


def seed(secret: str) -> str:
    return deal_seed(secret, NONCES)


def common_moves(game: ludoteca.Game, states: list[Any], most: int) -> Iterator[str]:
    """Moves that both games allow, a few of each kind; those that lay something first."""
    one, other = (game.moves(state) for state in states)
    common = sorted(set(one) & set(other), key=lambda text: (text in ("end", "pass", "exchange"), one.index(text)))
    yield from [*common[: most - 3], *common[-3:]]


def script(game: ludoteca.Game, secret: str, most: int) -> list[str]:
    """Moves that look the same to the public in the game of this secret and of FIRST."""
    states = [game.new(seats=2, seed=seed(each)) for each in (FIRST, secret)]
    if game.view(states[0], None) != game.view(states[1], None):
        return []
    moves: list[str] = []
    while len(moves) < most and game.result(states[0]) is None:
        for text in common_moves(game, states, 12):
            after = [game.play(state, text) for state in states]
            if game.view(after[0], None) == game.view(after[1], None):
                moves.append(text)
                states = after
                break
        else:
            break
    return moves


def other_secret(game: ludoteca.Game) -> tuple[str, list[str]]:
    """A secret whose game looks like that of FIRST for long enough, and the moves."""
    for number in range(2, TRIED):
        moves = script(game, f"{number:032x}", MOST)
        if len(moves) >= LEAST[game.name]:
            return f"{number:032x}", moves
    raise AssertionError("no two games look alike for so long")


# The runs


class Run:
    """Everything that everybody was sent."""

    def __init__(self) -> None:
        self.public: list[str] = []
        """A spectator's frames, and answers by HTTP to anybody."""
        self.seats: list[list[str]] = [[], []]


async def played(folder: Path, game: str, secret: str, moves: list[str]) -> Run:
    folder.mkdir()
    drawn = iter(range(10**6))
    async with serving(folder, clock=ServerClock(lambda: 1_000_000.0, lambda: 1_000_000.0)) as server:
        server.rooms.new_code = lambda: CODE
        # Never the same twice, and the first is that of the game.
        server.rooms.new_secret = lambda: f"{int(secret, 16) + (next(drawn) << 64):032x}"
        run = Run()
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
        code, _ = await server.open(game, seats=seats, token=TOKENS[0])
        clients = []
        for token, nonce in zip(TOKENS, (*NONCES, ""), strict=True):
            client = await entered(server, code, token, nonce)
            run.public += headers(client) if token == TOKENS[2] else []
            clients.append(client)
            await together(clients)
        await look_around(server, run)
        await clients[1].done({"type": "sit", "seat": 1, "name": "Bo", "id": "sits"})
        await together(clients)
        assert clients[2].table["room"]["phase"] == "playing"
        for number, text in enumerate(moves):
            await look_around(server, run)
            await pester(clients[2], text, number)
            seat = clients[2].table["room"]["to_move"]
            mover = clients[seat]
            await mover.done(
                {"type": "move", "seat": seat, "move": text, "version": mover.table["version"], "id": f"m{number}"}
            )
            await together(clients)
        await look_around(server, run)
        run.public += in_order(clients[2].frames)
        run.seats = [in_order(client.frames) for client in clients[:2]]
        port = server.url.rsplit(":", 1)[1]
        run.public = [text.replace(f":{port}", ":0") for text in run.public]
        return run


def in_order(frames: list[str]) -> list[str]:
    """The chat's last, and once: it comes from the disk, and when and how often it is told is not ours to say."""
    chat = [text for text in frames if text.startswith('{"type":"chat"')]
    return [*(text for text in frames if text not in chat), *sorted(set(chat))]


async def entered(server: Server, code: str, token: str, nonce: str) -> Client:
    client = await server.call(code, token)
    client.nonce = nonce
    await client.settle()
    # The host answers by itself; nobody comes before that is done.
    await client.until(lambda table: table["room"]["next_deal"]["answered"] == [0])
    return client


async def together(clients: list[Client]) -> None:
    """Wait until everybody has the newest table and all that goes with it, so that both runs send in one order."""
    for client in clients:
        await client.ask({"type": "ping", "id": "pong"})
    newest = max(client.table["seq"] for client in clients)
    for client in clients:
        await client.reach(newest)
        await client.ask({"type": "ping", "id": "pong"})


async def pester(spectator: Client, text: str, number: int) -> None:
    """What a spectator might ask for."""
    near = {"seat": 0, "version": spectator.table["version"]}
    for command in (
        {"type": "preview", "seat": 0, "move": text},
        {"type": "move", "move": text, **near},
        {"type": "undo", **near},
        {"type": "hint", **near},
        {"type": "show_board"},
        {"type": "set_perspective", "seat": 1},
    ):
        await spectator.ask({**command, "id": f"{command['type']}{number}"})


async def look_around(server: Server, run: Run) -> None:
    """What anybody may ask by HTTP."""
    for path in ("", "/replay", "/replay?text", "/replay?perspective=0", "/record"):
        plain = {"Accept-Encoding": "identity"}
        async with server.session.get(f"{server.url}/api/rooms/{CODE}{path}", headers=plain) as answer:
            run.public += [f"{answer.status} {path}", *kept_headers(answer.headers), await answer.text()]
    async with server.session.get(f"{server.url}/api/lobby") as answer:
        run.public += [f"{answer.status} lobby", *kept_headers(answer.headers), await answer.text()]


def headers(client: Client) -> list[str]:
    return kept_headers(client.socket._response.headers)


def kept_headers(found: Any) -> list[str]:
    return [f"{name}: {value}" for name, value in found.items() if name not in ("Date", "Sec-WebSocket-Accept")]


# What is compared


def public(run: Run, secret: str) -> list[str]:
    """Without the commitment, which is all that may differ."""
    return [text.replace(commit(secret), "C" * 64) for text in run.public]


def of_seat(run: Run, game: str, seat: int, secret: str) -> list[Any]:
    """A seat's frames without its own pieces."""
    return [
        without_own(msgspec.json.decode(text.replace(commit(secret), "C" * 64)), game, seat) for text in run.seats[seat]
    ]


def without_own(message: Json, game: str, seat: int) -> Json:
    if message["type"] != "table":
        return message
    if message["view"] is not None:
        for field in OWN[game]:
            if field == "unseen":
                del message["view"][field]
            else:
                message["view"][field][seat] = "own"
    message["choices"] = bool(message["choices"])
    for entry in message["log"]:
        if entry["seat"] == seat and entry["move"]:
            entry["texts"] = len(entry["texts"])
    return message


def both_runs(folder: Path, name: str) -> tuple[Run, Run, str]:
    secret, moves = other_secret(ludoteca.game(name))
    runs = [asyncio.run(played(folder / each, name, each, moves)) for each in (FIRST, secret)]
    return runs[0], runs[1], secret


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe", "wege"])
def test_what_is_sent_depends_on_no_secret(tmp_path: Path, name: str) -> None:
    one, other, secret = both_runs(tmp_path, name)
    assert commit(FIRST) in "".join(one.public)
    assert public(one, FIRST) == public(other, secret)
    for seat in (0, 1):
        assert of_seat(one, name, seat, FIRST) == of_seat(other, name, seat, secret)
        if OWN[name]:
            assert one.seats[seat] != other.seats[seat]


# That it would be seen


def leak_seed_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was once: a hash of the seed instead of one of the secret."""
    true = perspective.deal_info

    def leaking(table: Any) -> m.DealInfo | None:
        deal = true(table)
        return deal and msgspec.structs.replace(deal, commitment=commit(table.seed))

    monkeypatch.setattr(perspective, "deal_info", leaking)


def leak_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator looks with the eyes of the first seat."""
    true = connection.Connection._eyes

    def leaking(self: connection.Connection, seats: list[int]) -> tuple[int | None, bool]:
        return true(self, seats) if seats else (0, False)

    monkeypatch.setattr(connection.Connection, "_eyes", leaking)


@pytest.mark.parametrize("leak", [leak_seed_hash, leak_hand])
def test_a_leak_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    one, other, secret = both_runs(tmp_path, "latice")
    assert public(one, FIRST) != public(other, secret)
