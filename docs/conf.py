"""The documentation site: `make docs` builds it into build/docs. A broken link or reference fails the build."""

from __future__ import annotations

import re
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx

from ludoteca.core.registry import game_names
from ludoteca.core.translations import PICTURE

HERE = Path(__file__).parent
ROOT = HERE.parent
GAMES = ROOT / "src" / "ludoteca" / "games"
PROJECT_PAGES = ("CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY")
"""Pages in the root of the repository that belong to the site too."""

project = "Ludoteca"
author = "The Ludoteca authors"
copyright = f"2026 {author}"  # noqa: A001 - Sphinx wants this name
release = version = installed_version("ludoteca")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["build"]
nitpicky = False
default_role = "code"
highlight_language = "text"
smartquotes = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = f"Ludoteca {release}"
html_favicon = "../web/public/favicon.svg"
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}


def illustrate(game: str, rules: str) -> str:
    """Return the rules of a game with a picture for each sentence that the board illustrates."""
    numbers = iter(range(1, 1000))

    def figure(found: re.Match[str]) -> str:
        return f":::{{figure}} ../pictures/{game}-{next(numbers)}.png\n\n{found[1]}\n:::\n"

    return PICTURE.sub(figure, rules)


def write_page(folder: str, name: str, text: str) -> None:
    """Write a page that is made at every build, if it has changed: Sphinx builds pages newer than their result."""
    page = HERE / folder / f"{name}.md"
    page.parent.mkdir(exist_ok=True)
    if not page.is_file() or page.read_text("utf-8") != text:
        page.write_text(text, "utf-8")


def write_pages() -> None:
    """Write the rules of our games and the pages of the project."""
    for game in game_names():
        rules = GAMES / game / "page" / "rules.md"
        if rules.is_file():  # not of another distribution
            write_page("games", game, illustrate(game, rules.read_text("utf-8")))
    for name in PROJECT_PAGES:
        write_page("project", name, (ROOT / f"{name}.md").read_text("utf-8").replace("](docs/", "](../"))


def lead_to_project_pages(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let links that lead out of docs/ in the repository lead to the page of the site."""
    if "/" not in docname:
        source[0] = re.sub(rf"\]\(\.\./({'|'.join(PROJECT_PAGES)})\.md", r"](project/\1.md", source[0])


def setup(app: Sphinx) -> None:
    write_pages()
    app.connect("source-read", lead_to_project_pages)
