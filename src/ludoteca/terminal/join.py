"""Going to a room: its address, the token this terminal is known by there, and the visit."""

from __future__ import annotations

import getpass
from pathlib import Path
from urllib.parse import quote

from ludoteca.table.names import LONGEST_NAME
from ludoteca.terminal.client_session import ClientSession, JoinOptions
from ludoteca.terminal.device_tokens import device_token, new_token
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.room_client import read_address


def visit(room: str, server: str, name: str | None, seat: str | None, watch: bool, folder: Path) -> None:
    """Be in a room until it is left or closed. Whoever only watches leaves nothing behind."""
    address = read_address(room, server)
    talk, token, returns = Prompt(), new_token(), False
    if not watch:
        try:
            token, returns = device_token(folder, address.server), True
        except OSError as error:
            talk.say(f"Your seat will not be known here again: {error.strerror}.")
    receipts = folder / "receipts" / quote(address.server, safe="") if returns else None
    wish = JoinOptions(address, own_name() if name is None else name, seat, watch, returns, receipts)
    ClientSession(wish, token, talk).run()


def own_name() -> str:
    try:
        return getpass.getuser()[:LONGEST_NAME]
    except (ImportError, KeyError, OSError):
        return "Guest"
