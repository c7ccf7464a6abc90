"""The command `ludoteca join`: find the room, identify this terminal, and start a session."""

from __future__ import annotations

import getpass
from pathlib import Path
from urllib.parse import quote

from ludoteca.table.names import MAX_NAME_LENGTH
from ludoteca.terminal.client_session import ClientSession, JoinOptions
from ludoteca.terminal.device_tokens import device_token, new_token
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.room_client import read_address


def join_room(room: str, server: str, name: str | None, seat: str | None, watch: bool, folder: Path) -> None:
    """Stay in a room until the player leaves or the room is closed. Watching leaves nothing on disk."""
    address = read_address(room, server)
    prompt, token, has_saved_token = Prompt(), new_token(), False
    if not watch:
        try:
            token, has_saved_token = device_token(folder, address.server), True
        except OSError as error:
            prompt.print(f"You will not be able to return to your seat: {error.strerror}.")
    receipts = folder / "receipts" / quote(address.server, safe="") if has_saved_token else None
    options = JoinOptions(address, login_name() if name is None else name, seat, watch, has_saved_token, receipts)
    ClientSession(options, token, prompt).run()


def login_name() -> str:
    try:
        return getpass.getuser()[:MAX_NAME_LENGTH]
    except (ImportError, KeyError, OSError):
        return "Guest"
