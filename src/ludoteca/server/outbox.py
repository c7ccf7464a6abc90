"""Sending without a task per message: a frame goes out at once where the line takes it."""

from __future__ import annotations

import types
from collections.abc import Coroutine, Generator
from typing import Any


def start(sending: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None] | None:
    """Run a coroutine up to where it first has to wait. None when it never had to; else what is left, to be awaited."""
    try:
        waiting = sending.send(None)
    except StopIteration:
        return None
    return _rest(sending, waiting)


async def _rest(sending: Coroutine[Any, Any, None], waiting: Any) -> None:
    await _resume(sending, waiting)


@types.coroutine
def _resume(sending: Coroutine[Any, Any, None], waiting: Any) -> Generator[Any, Any, None]:
    while True:
        failure: BaseException | None = None
        try:
            yield waiting
        except BaseException as error:
            failure = error
        try:
            waiting = sending.send(None) if failure is None else sending.throw(failure)
        except StopIteration:
            return
