"""The command `ludoteca join`: find the room, identify this terminal, and start the conversation."""

from __future__ import annotations

import getpass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from ludoteca.core.system_errors import system_reason
from ludoteca.store.server_address import TERMINAL, read_address_file
from ludoteca.store.terminal_games import FOLDER, TerminalGames, new_token, read_or_make_token
from ludoteca.table.names import MAX_NAME_LENGTH
from ludoteca.terminal.conversation import Conversation
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.mode import opens_full_screen
from ludoteca.terminal.player_commands import JoinOptions
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.remote_client import is_same_server, read_address
from ludoteca.terminal.server_host import ServerHost
from ludoteca.terminal.texts import t


def join_room(room: str, server: str, name: str | None, seat: str | None, watch: bool, data: Path, plain: bool) -> None:
    """Stay in a room until the player leaves or the room is closed. Watching leaves nothing on disk."""
    address = read_address(room, server)
    prompt, token, receipts = Prompt(), new_token(), None
    how_to_return = ""
    if not watch:
        try:
            token = device_token(data, address.server)
        except OSError as error:
            prompt.print(t("no_return", reason=system_reason(error)))
        else:
            receipts = data / FOLDER / "receipts" / quote(address.server, safe="")
            how_to_return = t("to_return", command=f"ludoteca join {address.url}")
    host = ServerHost(address.server)
    options = JoinOptions(
        name=login_name() if name is None else name,
        seat=seat,
        watch=watch,
        key=address.key,
        link=address.url,
        how_to_return=how_to_return,
        read_record=partial(host.record, address.code),
    )
    connect, deals = partial(host.client, address.code, token), FairDeals(receipts)
    if opens_full_screen(plain):
        # Imported late: only the full screen waits for Textual.
        from ludoteca.terminal.screen.run import run_room

        run_room(options, connect, deals)
    else:
        Conversation(options, connect, prompt, deals).run()


def device_token(data: Path, server: str) -> str:
    """Return this terminal's token at a server. At the server of its own data folder it is that of `ludoteca play`."""
    own = read_address_file(data)
    if own is not None and own != TERMINAL and is_same_server(own, server):
        return TerminalGames(data).token()
    return read_or_make_token(data / FOLDER / "devices" / quote(server, safe=""))


def login_name() -> str:
    try:
        return getpass.getuser()[:MAX_NAME_LENGTH]
    except (ImportError, KeyError, OSError):
        return "Guest"
