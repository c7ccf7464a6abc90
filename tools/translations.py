"""Check all translations of Ludoteca: `python -m tools.translations`, part of `make check`.

Every folder of locales has a file for every language, and every game has its rules in every language. Each file is
checked as `ludoteca translate check` does it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ludoteca.core.languages import ENGLISH
from ludoteca.translate import RULES, check_file

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (
    "web/src/locales",
    "src/ludoteca/core/page/locales",
    "src/ludoteca/terminal/locales",
    "src/ludoteca/template/files/src/my_game/page/locales",
    "examples/reversi/src/reversi/page/locales",
)
LANGUAGES = ("de", "fi", "fr")


def find_files() -> Iterator[Path]:
    """Return every file that must be there."""
    games = sorted(path.parent for path in ROOT.glob("src/ludoteca/games/*/page/rules.md"))
    folders = [*(ROOT / folder for folder in FOLDERS), *(page / "locales" for page in games)]
    for language in LANGUAGES:
        yield from (folder / f"{language}.json" for folder in folders if (folder / f"{ENGLISH}.json").is_file())
        yield from (page / f"{name}.{language}.md" for page in games for name in RULES)


def main() -> int:
    """Print every problem; return 1 if there is one."""
    count = 0
    for file in find_files():
        problems = list(check_file(file)) if file.is_file() else ["The file is missing."]
        for problem in problems:
            print(f"{file.relative_to(ROOT)}: {problem}")
        count += len(problems)
    if count:
        print(f"{count} problems in translations; docs/translate.md says how they are made.")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
