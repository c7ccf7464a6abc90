"""Nothing that is sent during a game lets anybody compute what is hidden in it.

The tests play whole games on a real server and try every text that a spectator and each seat are sent (messages,
responses, headers), as it stands and hashed: as the seed of the deal, as the secret within it, as the key of the stream
and as the state of the generator. An early version published the hash of the seed, which was also the generator's
state, so that every hidden piece could be computed. The last tests check that the attack finds such faults.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, TraceConfig, TraceRequestEndParams
from server.live_server import Client, Server, run

from ludoteca.core.game import Game
from ludoteca.core.generator import KeyedRandom, Random, RandomSource
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY, State

GAMES = ["latice", "rowsandcols", "waffe", "wege"]
WORD = re.compile(r"[0-9A-Za-z+/=_-]{6,}")
"""Anything that may be a code, a token or a hash within a longer text."""
PATHS = [
    "/",
    "/r/{code}",
    "/r/{code}/qr.svg",
    "/api/games",
    "/api/info",
    "/api/lobby",
    "/api/rooms/{code}",
    "/api/rooms/{code}/record",
    "/api/rooms/{code}/replay",
    "/healthz",
    "/metrics",
]
MAX_DRAWS = 2
"""Moves that shuffle, for which the attack looks for the generator's state too."""
LAST_PIECE: dict[str, Callable[[Any], Any]] = {
    "latice": lambda position: position["pools"][1][-1],
    "rowsandcols": lambda position: position["bag"][-1],
    "waffe": lambda position: position["pack"][-1],
    "wege": lambda position: position["deck"][-1],
}
"""The piece at the end of the shuffled pile, which depends only on the first random number."""
PIECES = {"latice": 72, "rowsandcols": 108, "waffe": 55, "wege": 40}
SAMPLE_DEALS = 600
"""Deals that show which first number leads to which last piece; other numbers may lead to any."""

# How the early version seeded its generator.
OLD_MODULI = [4294967087] * 3 + [4294944443] * 3


def old_words(hashed: bytes) -> list[int]:
    """Return six words of MRG32k3a from the first 24 bytes of a hash."""
    return [int.from_bytes(hashed[4 * at : 4 * at + 4], "big") % OLD_MODULI[at] for at in range(6)]


def fast_from(words: list[int]) -> Random:
    random = Random(None)
    random.x0, random.x1, random.x2, random.y0, random.y1, random.y2 = words
    return random


def keyed_from(key: bytes) -> KeyedRandom:
    stream = KeyedRandom(None)
    stream._key = key
    return stream


@cache
def last_pieces(name: str) -> dict[int, Any]:
    """Map the first random number to the piece that ends up last."""
    game, found = find_game(name), dict[int, Any]()
    for number in range(SAMPLE_DEALS):
        source = KeyedRandom(f"sample {number}")
        first = source.copy().below(PIECES[name])
        piece = LAST_PIECE[name](game.write_position(game.start(2, game.check_options({}), source)))
        assert found.setdefault(first, piece) == piece, "the first number does not decide the last piece"
    return found


@dataclass
class Truth:
    """What is hidden in a game: its deal, and the results of moves that shuffle."""

    game: Game[Any]
    seats: int
    options: Any
    start: State
    draws: list[tuple[State, int, State]] = field(default_factory=list)
    """Moves that shuffle, with the states before and after."""

    def __post_init__(self) -> None:
        self.dealt = self.game.write_position(self.start)
        last = LAST_PIECE[self.game.name](self.dealt)
        self.others = {number for number, piece in last_pieces(self.game.name).items() if piece != last}

    def is_dealt_by(self, source: RandomSource) -> bool:
        """Return whether this generator deals the same hands and piles."""
        # The first number rules out nearly all; dealing every time would take minutes.
        if source.copy().below(PIECES[self.game.name]) in self.others:
            return False
        return bool(self.game.write_position(self.game.start(self.seats, self.options, source.copy())) == self.dealt)

    def is_drawn_by(self, source: RandomSource) -> bool:
        """Return whether this generator repeats the result of a later shuffle."""
        for before, move, after in self.draws:
            again: Any = before.copy()
            again.random = source.copy()
            again.play(move)
            if self.game.write_position(again) == self.game.write_position(after):
                return True
        return False


def hashes(text: str) -> Iterator[bytes]:
    """Yield the bytes that a text may stand for: plain, hashed, as hexadecimal digits, and those hashed."""
    raw = text.encode("utf-8", "surrogatepass")
    yield raw
    yield sha256(raw).digest()
    with suppress(ValueError):
        yield bytes.fromhex(text)
        yield sha256(bytes.fromhex(text)).digest()


def seeds(text: str, nonces: list[str]) -> Iterator[str]:
    """Yield the seeds that a text may stand for: itself or its hash, alone or as the secret before the nonces."""
    for secret in (text, sha256(text.encode("utf-8", "surrogatepass")).hexdigest()):
        yield secret
        yield "/".join([secret, *nonces])


def sources(text: str, nonces: list[str]) -> Iterator[tuple[str, RandomSource]]:
    """Yield every generator that could be made from a text, with the way it was made."""
    for seed in seeds(text, nonces):
        with suppress(UnicodeEncodeError):
            yield "seed", KeyedRandom(seed)
        yield "old seed", fast_from(old_words(sha256(seed.encode("utf-8", "surrogatepass")).digest()))
    for raw in hashes(text):
        yield "key", keyed_from(raw)
        if len(raw) >= 24 and any(old_words(raw)[:3]) and any(old_words(raw)[3:]):
            yield "generator state", fast_from(old_words(raw))


def break_in(truth: Truth, texts: Iterable[str], nonces: list[str]) -> list[tuple[str, str]]:
    """Return the texts that reveal the game, and how they are used."""
    found = []
    for text in texts:
        for kind, source in sources(text, nonces):
            if truth.is_dealt_by(source) or (kind == "generator state" and truth.is_drawn_by(source)):
                found.append((kind, text))
    return found


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a message: names, values, numbers, and anything that looks like a code within a sentence."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts_in(name)
            yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
        yield from WORD.findall(str(value))


class TextCollector:
    """Collects every text that arrives over any connection of its session."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        tracing = TraceConfig()
        tracing.on_request_end.append(self._collect_headers)
        self.session = ClientSession(trace_configs=[tracing])

    async def _collect_headers(self, session: Any, context: Any, params: TraceRequestEndParams) -> None:
        for name, value in params.response.headers.items():
            self.texts.update(texts_in([name, value]))

    async def get_all(self, server: Server, code: str, token: str | None = None) -> None:
        """Request every path, anonymously or with a seat's token."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        for path in PATHS:
            async with self.session.get(server.url + path.format(code=code), headers=headers) as answer:
                body = await answer.text()
                with suppress(msgspec.DecodeError):
                    self.texts.update(texts_in(msgspec.json.decode(body)))
                self.texts.update(texts_in(body) if len(body) < 10_000 else WORD.findall(body))

    def collect(self, *clients: Client) -> None:
        for client in clients:
            self.texts.update(texts_in(client.received))


async def play_but_the_last_move(server: Server, name: str, seed: str) -> tuple[Truth, TextCollector, list[str]]:
    """Play a game of two people and a spectator, except for its last move, after which everything is shown."""
    collector = TextCollector()
    async with collector.session:
        ours = replace(server, session=collector.session)
        code, token = await ours.open(name)
        ada, spectator, bo = await ours.join(code, token), await ours.join(code), await ours.join(code)
        await ada.done({"type": "sit", "seat": 0, "name": "Ada"})
        await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
        for client in (ada, bo, spectator):
            await client.until(lambda table: table["room"]["phase"] == "playing")
        table = server.rooms.loaded[code].table
        assert table.state is not None
        truth, random = Truth(table.game, 2, table.options, table.state.copy()), Random(seed)
        while True:
            before = table.state
            move = before.random_move(random)
            after = before.copy()
            after.play(move)
            if after.seat() == NOBODY:
                break
            if len(truth.draws) < MAX_DRAWS and truth.game.write_move(before, move).startswith(("exchange", "swap ")):
                truth.draws.append((before.copy(), move, after))
            mover = (ada, bo)[before.seat()]
            await mover.move(truth.game.write_move(before, move))
        for client in (ada, bo, spectator):
            await client.reach(table.seq)
        await collector.get_all(ours, code)
        await collector.get_all(ours, code, ada.token)
        collector.collect(ada, bo, spectator)
        deal = spectator.table["room"].get("deal") or {}
        return truth, collector, deal.get("nonces", [])


@pytest.mark.parametrize("name", GAMES)
def test_no_text_that_is_sent_reveals_the_hidden_pieces(tmp_path: Path, name: str) -> None:
    async def test(server: Server) -> None:
        truth, collector, nonces = await play_but_the_last_move(server, name, "published 1")
        assert len(collector.texts) > 100
        assert await asyncio.to_thread(break_in, truth, collector.texts, nonces) == []

    run(test, tmp_path)


SECRET = "0123456789abcdef" * 2
NONCES = ["nonce-of-the-first-seat", "nonce-of-the-second-seat"]
FAULTS: dict[str, tuple[Callable[[], RandomSource], str]] = {
    "the seed itself": (lambda: KeyedRandom(SECRET), SECRET),
    "the secret, if the nonces are known": (lambda: KeyedRandom("/".join([SECRET, *NONCES])), SECRET),
    "the key": (lambda: keyed_from(bytes.fromhex(SECRET)), SECRET),
    "a hash that is the key": (lambda: keyed_from(sha256(SECRET.encode()).digest()), SECRET),
    "a hash that is the generator's state": (
        lambda: fast_from(old_words(sha256(SECRET.encode()).digest())),
        sha256(SECRET.encode()).hexdigest(),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", GAMES)
def test_the_attack_finds_a_deal_that_is_published(name: str, fault: str) -> None:
    make, published = FAULTS[fault]
    game = find_game(name)
    options = game.check_options({})
    truth = Truth(game, 2, options, game.start(2, options, make()))
    assert break_in(truth, ["nothing", published, "0"], NONCES)
    other = Truth(game, 2, options, game.start(2, options, KeyedRandom("another")))
    assert not break_in(other, ["nothing", published, "0"], NONCES)


@pytest.mark.parametrize("name", ["latice", "rowsandcols"])
def test_the_attack_finds_the_generator_of_a_later_shuffle(name: str) -> None:
    game = find_game(name)
    before: Any = game.start(2, game.check_options({}), KeyedRandom("dealt"))
    move = next(move for move in before.moves() if game.write_move(before, move).startswith(("exchange", "swap ")))
    before.random = fast_from(old_words(sha256(SECRET.encode()).digest()))
    after = before.copy()
    after.play(move)
    truth = Truth(game, 2, game.check_options({}), before, [(before, move, after)])
    assert break_in(truth, [SECRET], [])
    assert not break_in(truth, ["another"], [])
