"""The process in which bots think: `python -m ludoteca.bots.worker [NICE]`, questions on stdin, answers on stdout.

One JSON object per line, each way. The position in a request was dealt anew for the seat by the one who asks, so the
truth never comes here. When stdin closes the process ends at once, even in the middle of a thought: a server that is
gone, however it went, leaves no orphans.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Json
from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game

LONGEST_ERROR = 500


def main() -> None:
    asked, told = _take_pipes()
    if hasattr(os, "nice") and len(sys.argv) > 1:
        os.nice(int(sys.argv[1]))
    lines: SimpleQueue[bytes] = SimpleQueue()
    # A thread of its own, so that the end of the server is noticed while a bot thinks.
    Thread(target=_listen, args=(asked, lines), daemon=True).start()
    while True:
        line = lines.get()
        begun = time.process_time()
        found = answer(line)
        # What it cost tells the server which bots are quick; an own clock, since the machine may be busy.
        found["cpu_s"] = round(time.process_time() - begun, 3)
        told.write(json.dumps(found).encode() + b"\n")
        told.flush()


def answer(line: bytes) -> Json:
    """The answer to a request: a move, or the sentence that says why there is none. Never raises."""
    number = None
    try:
        request = json.loads(line)
        number = request["id"]
        return {"id": number, **_move(request)}
    except LudotecaError as error:
        return {"id": number, "error": error.sentence}
    except (Exception, SystemExit) as error:  # somebody's bot: the log is for its author, the worker lives on
        traceback.print_exc()
        return {"id": number, "error": f"The bot failed ({type(error).__name__}: {str(error)[:LONGEST_ERROR]})."}


def _move(request: Any) -> Json:
    game = find_game(request["game"])
    bot = game.bot(request["level"])
    seed = request["seed"]
    state = game.read_position(request["position"], Random(seed))
    if state.seat() != request["seat"]:
        raise ValueError(f"seat {request['seat']} is not to move in this position")
    # A copy, for a bot may play on with what it is given, and the move is written as it stands here.
    move = bot.move(state.copy(), Random(f"{seed} bot"))
    refusal = state.why_not(move)
    if refusal is not None:
        raise LudotecaError(refusal, game.translations)
    found: Json = {"move": game.write_move(state, move)}
    if request.get("explain"):
        found["explanations"] = [[line.code, dict(line.params)] for line in game.explain(state, move)]
    return found


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes to the server, moved out of the way of games that print or read."""
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    return asked, told


def _listen(asked: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    try:
        for line in asked:
            lines.put(line)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
