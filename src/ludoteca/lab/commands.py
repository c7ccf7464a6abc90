"""The command `ludoteca arena`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option(
    "--games", default="100", metavar="NUMBER", show_default=True, help="Games per pair, rounded up to whole deals."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seats", default="2", metavar="NUMBER", show_default=True, help="A sits in one seat, B in all others.")
@click.option("--seed", default="arena", metavar="TEXT", show_default=True, help="Seeds all deals and all bots.")
@click.option(
    "--measure",
    type=click.Choice(["games", "scores"]),
    help="Count games, or matches by the sum of a deal's scores. "
    "Default: scores where the seats have different roles, else games.",
)
@click.option("--stop-at", metavar="SHARE", help="Stop once A's share is clearly above or below this, say 0.65.")
@click.option("--results", type=click.Path(path_type=Path), help="Keep every deal in this file, and continue from it.")
@click.option("--processes", metavar="NUMBER", help="Worker processes; one per core by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--round-robin", is_flag=True, help="Play everybody against everybody, with ratings.")
@click.option("--players", metavar="LIST", help="Players of the round robin; random and all levels by default.")
@click.option("--neighbours", is_flag=True, help="In the round robin, only neighbours in the list meet.")
def arena(**given: Any) -> None:
    """Let bots play each other and count the results.

    A and B are levels (5) or names (master, greedy, random), optionally with other simulations per move (5:2000).
    Every deal is played from both sides. The same seed gives the same games on any machine, with any number of
    processes.

    \b
    Examples:
      ludoteca arena latice 3 2 --games 400
      ludoteca arena latice 3 greedy --stop-at 0.65 --games 5000
      ludoteca arena flooding 2 random --option size=6 --json
      ludoteca arena rowsandcols 2 1 --seats 4
      ludoteca arena wege --round-robin --neighbours --games 200 --results wege.jsonl
    """
    # Imported here, so that playing in the terminal does not wait for it.
    from ludoteca.lab.runner import run_arena

    run_arena(given)
