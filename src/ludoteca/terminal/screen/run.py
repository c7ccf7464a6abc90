"""Run a room on the full screen, and leave the terminal as it was."""

from __future__ import annotations

from collections.abc import Callable

import click

from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.player_commands import JoinOptions
from ludoteca.terminal.room_client import OnEvent, RoomClient
from ludoteca.terminal.screen.app import LudotecaApp, run_app
from ludoteca.terminal.screen.room_screen import RoomScreen


def run_room(options: JoinOptions, connect: Callable[[OnEvent], RoomClient], deals: FairDeals) -> None:
    """Stay in a room until the player leaves or it is closed; then say how to come back."""
    screen = RoomScreen(options, connect, deals)
    app: LudotecaApp[None] = LudotecaApp(screen)
    try:
        run_app(app)
    finally:
        screen.room.client.close()
    click.echo(screen.room.goodbye())
    if app.was_interrupted:
        raise click.Abort
