"""Measure how fast rooms stay while bots think in others, as a ratio in one run.

    python -m bench.rooms_with_bots [--rooms 20] [--moves 40] [--game latice]

In some rooms two people play a fixed game of Flooding Islands, a move every 20 ms. Rounds without other rooms alternate
with rounds in which two more rooms keep the best bot thinking without a pause; medians of five are compared.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp

import ludoteca
from bench.rooms import BenchRoom, open_room, script
from bench.server_process import server

ROUNDS = 5
PAUSE_S = 0.02
THINKERS = 2


async def play_moves(room: BenchRoom, moves: list[str], seat: int, times: list[float]) -> None:
    for number, move in enumerate(moves):
        await room.play([move], (seat + number) % 2, times)
        await asyncio.sleep(PAUSE_S)


async def think(session: aiohttp.ClientSession, url: str, game: str) -> None:
    """Open rooms in which the best bot plays both sides, until cancelled."""
    level = ludoteca.game(game).bots[-1].level
    request = {"game": game, "seats": [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": level}]}
    while True:
        async with session.post(f"{url}/api/rooms", json=request) as answer:
            room = await answer.json()
        async with session.ws_connect(f"{url}/api/rooms/{room['code']}/socket") as socket:
            await socket.send_json({"type": "hello", "token": room["token"]})
            asked = -1
            async for message in socket:
                table: dict[str, Any] = message.json()
                if table["type"] != "table":
                    continue
                if table["room"]["phase"] == "over":
                    break
                if table["room"]["to_move"] == 0 and table["room"]["turn"] != asked:
                    asked = table["room"]["turn"]
                    await socket.send_json({"type": "autoplay_turn", "seat": 0, "version": table["version"]})


async def compare(rooms: int, per_round: int, game: str, folder: Path) -> None:
    moves = script(per_round * ROUNDS * 2)
    with server("bench.unlimited_server", str(folder)) as ours:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            opened = [await open_room(session, ours.url) for _ in range(rooms)]
            found: dict[str, list[float]] = {"alone": [], "with bots thinking": []}
            tails: dict[str, list[float]] = {name: [] for name in found}
            for number in range(ROUNDS * 2):
                name = list(found)[number % 2]
                thinkers = [asyncio.ensure_future(think(session, ours.url, game)) for _ in range(number % 2 * THINKERS)]
                await asyncio.sleep(1.0)
                part, times = moves[number * per_round : (number + 1) * per_round], list[float]()
                seat = number * per_round % 2
                await asyncio.gather(*(play_moves(room, part, seat, times) for room in opened))
                for thinker in thinkers:
                    thinker.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await thinker
                times.sort()
                found[name].append(1000 * times[len(times) // 2])
                tails[name].append(1000 * times[int(len(times) * 0.99)])
                await asyncio.sleep(1.5)  # let bots finish what they began
    usual = median(found["alone"])
    print(f"{rooms} rooms, {THINKERS} more with the best bot of {game}; medians of {ROUNDS} rounds each")
    for name, p50s in found.items():
        p50, p99 = median(p50s), median(tails[name])
        print(f"{name:<20} p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   p50 as a ratio {p50 / usual:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--game", default="latice", choices=ludoteca.game_names())
    args = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(compare(args.rooms, args.moves, args.game, Path(folder)))
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
