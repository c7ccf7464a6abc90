"""Conversations with a room of this process, by scripted lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

from ludoteca.core.records import Record
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.terminal_games import new_token
from ludoteca.table import events as e
from ludoteca.table.fold import fold
from ludoteca.table.table import Table
from ludoteca.terminal.conversation import Conversation
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.local_host import LOCAL_LIMITS, LocalHost
from ludoteca.terminal.play import NewGame, join_options
from ludoteca.terminal.prompt import Prompt

AT_ONCE = replace(LOCAL_LIMITS, bot_pause_s=0.0)


class ScriptedPrompt(Prompt):
    """A pipe at both ends, with these lines in it."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self.output = self._output = StringIO()
        self.interactive = self.coloured = False
        self._piped_lines = iter(lines)


def play(lines: Iterable[str], folder: Path, new: Record | NewGame) -> tuple[str, Table]:
    """Play a game in a room of this folder; return what was printed, and the table at the end."""
    host, prompt, token = LocalHost(folder, AT_ONCE), ScriptedPrompt(lines), new_token()
    try:
        code = host.import_record(new, token) if isinstance(new, Record) else new.create(host, token)
        table = host.call(host.rooms.load(code)).table
        options = join_options(table.game, host, code, token, only_bots=not table.person_seats)
        Conversation(options, partial(host.client, code, token), prompt, FairDeals(None, quiet=True)).run()
    finally:
        host.close()
    return prompt.output.getvalue(), stored_table(folder, code)


def stored_table(folder: Path, code: str) -> Table:
    """Return the table of a room, folded from the log on disk."""
    with SqliteStore(folder / "ludoteca.db") as store:
        found = store.load(code)
    assert found is not None
    return fold((event.seq, event.at_ms, e.read_event(event.body)) for event in found[1])
