"""Works the tablebase of Flooding Islands out anew, for islands of some sizes. Needs numpy; ten minutes for all.

python tools/flooding_tables.py            all sizes that the game ships
python tools/flooding_tables.py 6 7        these
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from ludoteca.games.flooding.bot.solver import Solver
from ludoteca.games.flooding.bot.symmetry import sight_on
from ludoteca.games.flooding.bot.tablebase import SIZES, file_name

FOLDER = Path(__file__).parents[1] / "src" / "ludoteca" / "games" / "flooding" / "bot" / "tables"


def main() -> None:
    for size in [int(text) for text in sys.argv[1:]] or SIZES:
        packed = zlib.compress(b"".join(table.tobytes() for table in Solver(size, sight_on(size)).solve()), 9)
        (FOLDER / file_name(size)).write_bytes(packed)
        print(size, len(packed), flush=True)


if __name__ == "__main__":
    main()
