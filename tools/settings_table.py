"""Write the table of settings into docs/host.md, from the options of `ludoteca serve`.

python -m tools.settings_table
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from ludoteca.server.commands import serve
from ludoteca.server.settings_file import CONFIG, key

PAGE = Path(__file__).parents[1] / "docs" / "host.md"
PLACE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- /settings -->)", re.DOTALL)


def settings_table() -> str:
    """Return a table of all settings in Markdown."""
    lines = ["| flag | environment | file | meaning | default |", "|---|---|---|---|---|"]
    for param in serve.params:
        if isinstance(param, click.Option) and param.name != "help":
            in_file = f"`{key(param)}`" if param.name != CONFIG else ""
            about = re.sub(r" \[env: .*\]", "", param.help or "")
            lines.append(f"| `{param.opts[0]}` | `{param.envvar}` | {in_file} | {about} | {_default(param)} |")
    return "\n".join(lines) + "\n"


def _default(option: click.Option) -> str:
    if isinstance(option.show_default, str):
        return option.show_default
    return f"`{option.default}`" if option.show_default else ""


def with_table(page: str) -> str:
    """Return the page with the table between its two comments."""
    return PLACE.sub(lambda _: settings_table(), page)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
