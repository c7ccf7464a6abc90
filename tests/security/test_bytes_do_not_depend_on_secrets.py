"""What a spectator or a seat is sent does not depend on what is hidden from them.

Two servers play the same game, with the same options, ids, tokens, room code and nonces, and a clock that stands still.
Only the secrets differ, and with them everything hidden. The test searches for moves that are legal in both games and
look the same to the public, including moves that draw and lay pieces. Everything that a spectator is sent, by socket
and by HTTP, headers included, must then be equal except for the commitments. A seat's frames may differ in its own
pieces (`OWN` names the fields of the view), its choices, and the descriptions of its own moves.

The games are played for as long as they look the same: at least `MIN_MOVES` moves, at most `MAX_MOVES`. Left out are
the header `Date`, the answer to the client's random key, and the port of the server.
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
from ludoteca.rooms import client_session, table_messages
from ludoteca.rooms import messages as m
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.codes import ALPHABET, CODE_LENGTH
from ludoteca.server.logs import REQUEST_ID_HEADER

Json = dict[str, Any]

CODE = ALPHABET[:CODE_LENGTH]
NONCES = ("the-nonce-of-ada-22-le", "the-nonce-of-bo-22-let")
TOKENS = ("the-token-of-ada-the-host", "the-token-of-bo-her-guest", "the-token-of-who-looks-on")
FIRST = f"{1:032x}"
"""The secret of the first run; the test searches for the other one."""
MAX_MOVES = 8
MAX_SECRETS = 3000
MIN_MOVES = {"latice": 8, "rowsandcols": 8, "waffe": 3, "wege": 3}
"""Few in Waffe, where a player who passes shows the hand, and in Wege, where every drawn card is public: the same cards
must be in both hands or on top of both decks."""
OWN: dict[str, tuple[str, ...]] = {
    "latice": ("racks",),
    "rowsandcols": ("hands", "unseen"),
    "waffe": ("hands",),
    "wege": (),
}
"""Fields of the view that depend on the own pieces of a seat. Wege has no hands."""


# The moves


def seed(secret: str) -> str:
    return deal_seed(secret, NONCES)


def common_moves(game: ludoteca.Game, states: list[Any], count: int) -> Iterator[str]:
    """Yield moves that are legal in both games, a few of each kind, placements first."""
    one, other = (game.moves(state) for state in states)
    common = sorted(set(one) & set(other), key=lambda text: (text in ("end", "pass", "exchange"), one.index(text)))
    yield from [*common[: count - 3], *common[-3:]]


def script(game: ludoteca.Game, secret: str, count: int) -> list[str]:
    """Find moves that look the same to the public with this secret and with FIRST."""
    states = [game.new(seats=2, seed=seed(each)) for each in (FIRST, secret)]
    if game.view(states[0], None) != game.view(states[1], None):
        return []
    moves: list[str] = []
    while len(moves) < count and game.result(states[0]) is None:
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
    """Find a secret whose game looks like that of FIRST for long enough, and the moves."""
    for number in range(2, MAX_SECRETS):
        moves = script(game, f"{number:032x}", MAX_MOVES)
        if len(moves) >= MIN_MOVES[game.name]:
            return f"{number:032x}", moves
    raise AssertionError("no two games look the same for long enough")


# The runs


class Run:
    """Everything that the spectator and the seats were sent."""

    def __init__(self) -> None:
        self.public: list[str] = []
        """A spectator's frames, and responses to anonymous HTTP requests."""
        self.seats: list[list[str]] = [[], []]


async def play_game(folder: Path, game: str, secret: str, moves: list[str]) -> Run:
    folder.mkdir()
    drawn = iter(range(10**6))
    async with serving(folder, clock=ServerClock(lambda: 1_000_000.0, lambda: 1_000_000.0)) as server:
        server.rooms.new_code = lambda: CODE
        # All different; the first is the secret of the game.
        server.rooms.services.new_secret = lambda: f"{int(secret, 16) + (next(drawn) << 64):032x}"
        run = Run()
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
        code, _ = await server.open(game, seats=seats, token=TOKENS[0])
        clients = []
        for token, nonce in zip(TOKENS, (*NONCES, ""), strict=True):
            client = await enter(server, code, token, nonce)
            run.public += headers(client) if token == TOKENS[2] else []
            clients.append(client)
            await synchronize(clients)
        await get_everything(server, run)
        await clients[1].done({"type": "sit", "seat": 1, "name": "Bo", "id": "sits"})
        await synchronize(clients)
        assert clients[2].table["room"]["phase"] == "playing"
        for number, text in enumerate(moves):
            await get_everything(server, run)
            await send_commands(clients[2], text, number)
            seat = clients[2].table["room"]["to_move"]
            mover = clients[seat]
            await mover.done(
                {"type": "move", "seat": seat, "move": text, "version": mover.table["version"], "id": f"m{number}"}
            )
            await synchronize(clients)
        await get_everything(server, run)
        run.public += in_order(clients[2].frames)
        run.seats = [in_order(client.frames) for client in clients[:2]]
        port = server.url.rsplit(":", 1)[1]
        run.public = [text.replace(f":{port}", ":0") for text in run.public]
        return run


def in_order(frames: list[str]) -> list[str]:
    """Move chat updates to the end, once each: their time and number depend on the disk."""
    chat = [text for text in frames if text.startswith('{"type":"chat"')]
    return [*(text for text in frames if text not in chat), *sorted(set(chat))]


async def enter(server: Server, code: str, token: str, nonce: str) -> Client:
    client = await server.call(code, token)
    client.nonce = nonce
    await client.settle()
    # The host answers the commitment by itself; nobody else may enter before that.
    await client.until(lambda table: table["room"]["next_deal"]["answered"] == [0])
    return client


async def synchronize(clients: list[Client]) -> None:
    """Wait until all clients have the newest table, so that both runs send in the same order."""
    for client in clients:
        await client.ask({"type": "ping", "id": "pong"})
    newest = max(client.table["seq"] for client in clients)
    for client in clients:
        await client.reach(newest)
        await client.ask({"type": "ping", "id": "pong"})


async def send_commands(spectator: Client, text: str, number: int) -> None:
    """Send every command that a spectator might try."""
    common = {"seat": 0, "version": spectator.table["version"]}
    for command in (
        {"type": "preview", "seat": 0, "move": text},
        {"type": "move", "move": text, **common},
        {"type": "undo", **common},
        {"type": "hint", **common},
        {"type": "show_board"},
        {"type": "set_perspective", "seat": 1},
    ):
        await spectator.ask({**command, "id": f"{command['type']}{number}"})


async def get_everything(server: Server, run: Run) -> None:
    """Request everything that is open to anybody by HTTP."""
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


# Comparing


def public(run: Run, secret: str) -> list[str]:
    """Return the public texts without what may differ: the commitment, and the random id of a request."""
    texts = [text.replace(commit(secret), "C" * 64) for text in run.public]
    return [text for text in texts if not text.startswith(f"{REQUEST_ID_HEADER}: ")]


def of_seat(run: Run, game: str, seat: int, secret: str) -> list[Any]:
    """Return a seat's frames without its own pieces."""
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
    runs = [asyncio.run(play_game(folder / each, name, each, moves)) for each in (FIRST, secret)]
    return runs[0], runs[1], secret


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe", "wege"])
def test_what_is_sent_does_not_depend_on_the_secret(tmp_path: Path, name: str) -> None:
    one, other, secret = both_runs(tmp_path, name)
    assert commit(FIRST) in "".join(one.public)
    assert public(one, FIRST) == public(other, secret)
    for seat in (0, 1):
        assert of_seat(one, name, seat, FIRST) == of_seat(other, name, seat, secret)
        if OWN[name]:
            assert one.seats[seat] != other.seats[seat]


# The test finds leaks


def leak_seed_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish a hash of the seed instead of one of the secret, as an early version did."""
    true = table_messages.deal_info

    def leaking(table: Any) -> m.DealInfo | None:
        deal = true(table)
        return deal and msgspec.structs.replace(deal, commitment=commit(table.seed))

    monkeypatch.setattr(table_messages, "deal_info", leaking)


def leak_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show spectators the view of the first seat."""
    true = client_session.ClientSession._perspective

    def leaking(self: client_session.ClientSession, seats: list[int]) -> tuple[int | None, bool]:
        return true(self, seats) if seats else (0, False)

    monkeypatch.setattr(client_session.ClientSession, "_perspective", leaking)


@pytest.mark.parametrize("leak", [leak_seed_hash, leak_hand])
def test_a_leak_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    one, other, secret = both_runs(tmp_path, "latice")
    assert public(one, FIRST) != public(other, secret)
