"""Writes to a store, and their outcomes."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ludoteca.store.protocol import Store
from ludoteca.store.rows import Outcome, RoomRow, StoredEvent

WAIT = 20.0


class Answers:
    """Outcomes, in the order of the writes."""

    def __init__(self) -> None:
        self._outcomes: list[Outcome] = []
        self._there: list[threading.Event] = []

    def ask(self) -> Callable[[Outcome], None]:
        number = len(self._there)
        self._there.append(threading.Event())
        self._outcomes.append(None)

        def done(outcome: Outcome) -> None:
            assert not self._there[number].is_set(), "answered twice"
            self._outcomes[number] = outcome
            self._there[number].set()

        return done

    def all(self) -> list[Outcome]:
        for there in self._there:
            assert there.wait(WAIT), "never answered"
        return self._outcomes


class Pause:
    """Holds the writer while entered, so that all writes in between form one batch."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._go = threading.Event()

    def __enter__(self) -> None:
        held = threading.Event()

        def hold(outcome: Outcome) -> None:
            held.set()
            self._go.wait(WAIT)

        self._store.set_due("nobody", None, hold)
        assert held.wait(WAIT)

    def __exit__(self, *error: object) -> None:
        self._go.set()


def event(seq: int, command_id: str | None = None, body: str = "{}") -> StoredEvent:
    return StoredEvent(seq, 1000 + seq, "move", body, command_id)


def room(code: str, updated: int = 1, due_at: int | None = None) -> RoomRow:
    return RoomRow(code, "flooding", 1, 1, updated, due_at)


def create(store: Store, *codes: str) -> None:
    answers = Answers()
    for code in codes:
        store.create(room(code), [event(1)], answers.ask())
    assert answers.all() == [None] * len(codes)


def append(store: Store, code: str, *events: StoredEvent) -> Outcome:
    answers = Answers()
    store.append(code, events, 2, None, None, answers.ask())
    return answers.all()[0]


def seqs(store: Store, code: str) -> list[int]:
    loaded = store.load(code)
    assert loaded is not None
    return [event.seq for event in loaded[1]]
