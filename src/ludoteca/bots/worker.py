"""The process in which bots think: `python -m ludoteca.bots.worker [NICE]`, requests on stdin, answers on stdout.

Requests and answers are JSON objects, one per line. The server determinizes the position before it sends it, so a
worker never holds the true state. When stdin closes the process ends at once, even while a bot thinks, so a server
that dies leaves no orphans.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from ludoteca.bots.second_best import second_best
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.state import State

LONGEST_ERROR = 500
MAX_MOVES_LISTED = 200
"""Moves in one list."""


def main() -> None:
    requests, answers = _take_pipes()
    if hasattr(os, "nice") and len(sys.argv) > 1:
        os.nice(int(sys.argv[1]))
    lines: SimpleQueue[bytes] = SimpleQueue()
    # In a thread, to notice the end of the server while a bot thinks.
    Thread(target=_listen, args=(requests, lines), daemon=True).start()
    while True:
        line = lines.get()
        begun = time.process_time()
        found = answer(line)
        # The server learns from this which bots are quick; CPU time, because the machine may be busy.
        found["cpu_s"] = round(time.process_time() - begun, 3)
        answers.write(json.dumps(found).encode() + b"\n")
        answers.flush()


def answer(line: bytes) -> Json:
    """Return the answer to a request: a move, or a sentence that says why there is none. Never raises."""
    number = None
    try:
        request = json.loads(line)
        number = request["id"]
        return {"id": number, **(_list_moves(request) if "contains" in request else _move(request))}
    except LudotecaError as error:
        return {"id": number, "error": error.sentence}
    except (Exception, SystemExit) as error:  # third-party code: log for its author, and keep the worker alive
        traceback.print_exc()
        return {"id": number, "error": f"The bot failed ({type(error).__name__}: {str(error)[:LONGEST_ERROR]})."}


def _list_moves(request: Any) -> Json:
    """List the legal moves whose text contains a text. Only as many texts are made as are needed."""
    game = find_game(request["game"])
    state = _position(game, request)
    moves, wanted = state.moves(), str(request["contains"]).lower()
    if not wanted:
        return {
            "moves": [game.write_move(state, move) for move in islice(moves, MAX_MOVES_LISTED)],
            "found": len(moves),
            "total": len(moves),
        }
    listed: list[str] = []
    found = 0
    for move in moves:
        text = game.write_move(state, move)
        if wanted in text.lower():
            found += 1
            if len(listed) < MAX_MOVES_LISTED:
                listed.append(text)
    return {"moves": listed, "found": found, "total": len(moves)}


def _position(game: Game[Any], request: Any) -> State:
    state: State = game.read_position(request["position"], Random(request["seed"]))
    if state.seat() != request["seat"]:
        raise ValueError(f"seat {request['seat']} is not to move in this position")
    return state


def _move(request: Any) -> Json:
    game = find_game(request["game"])
    bot = game.find_bot(request["level"])
    seed = request["seed"]
    state = _position(game, request)
    random = Random(f"{seed} bot")
    # The bot may change its copy; the move is written for the original.
    ranked = bot.rank_moves(state.copy(), random) if request.get("second") else [bot.move(state.copy(), random)]
    refusal = state.why_not(ranked[0])
    if refusal is not None:
        raise LudotecaError(refusal, game.translations)
    if not request.get("explain"):
        return {"move": game.write_move(state, ranked[0])}
    found = _explained(game, state, ranked[0])
    if request.get("second"):
        second = second_best(game, state, ranked, random)
        found["second"] = None if second is None else _explained(game, state, second)
    return found


def _explained(game: Game[Any], state: State, move: int) -> Json:
    explanations = [[line.code, dict(line.params)] for line in game.explain(state, move)]
    return {"move": game.write_move(state, move), "explanations": explanations}


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes from and to the server, moved away from stdin and stdout, which a game may use."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    return requests, answers


def _listen(requests: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    try:
        for line in requests:
            lines.put(line)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
