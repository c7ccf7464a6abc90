"""`ludoteca new-game`: writes the package of a small game that is complete, typed and tested, to start from.

The template is the folder `files`: a game that runs as it is. Its names are replaced in paths and contents.
"""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import click

from ludoteca.core.registry import game_names

FILES = Path(__file__).parent / "files"
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
NOT_COPIED = {"__pycache__", ".mypy_cache"}


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the template under another name into a new folder; return the files. ClickException says what is wrong."""
    check_name(name)
    words = name.split("_")
    title = " ".join(word.capitalize() for word in words if word)
    names = {
        "my_game": name,
        "my-game": name.replace("_", "-").strip("-"),
        "MyGame": title.replace(" ", ""),
        "My Game": title,
    }
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise click.ClickException(f"{folder} exists already; nothing was written.") from None
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be made: {error.strerror}.") from None
    written = []
    for path in sorted(FILES.rglob("*")):
        if path.is_file() and not NOT_COPIED.intersection(path.parts):
            target = folder / _replace(str(path.relative_to(FILES)), names)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_replace(path.read_text("utf-8"), names), "utf-8")
            written.append(target)
    return written


def _replace(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def check_name(name: str) -> None:
    """Refuse a name that no game can have: it becomes a module, a part of addresses and a word of commands."""
    if not NAME.fullmatch(name):
        rule = "2 to 31 lower-case letters, digits and _, beginning with a letter"
        raise click.ClickException(f"The name of a game is {rule}; not {name[:40]!r}.")
    if name in game_names():
        raise click.ClickException(f"There is a game called {name} already.")
    if keyword.iskeyword(name) or find_spec(name) is not None:
        raise click.ClickException(f"{name} is a word or a module of Python; choose another name.")


@click.command("new-game")
@click.argument("name")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to write it; a new folder NAME unless given.")
def new_game(name: str, folder: Path | None) -> None:
    """Write the package of a new game: rules, texts, bots, board, rules page and tests.

    It plays three in a row until you change its rules, and never overwrites a folder.

    \b
    Example:
      ludoteca new-game nim
      pip install -e nim
      ludoteca play nim
    """
    target = folder or Path(name)
    files = write_game(name, target)
    click.echo(f"Wrote {len(files)} files into {target}. Next: pip install -e {target}, then ludoteca play {name}.")
