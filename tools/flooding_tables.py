"""Compute the tables of Flooding Islands. Needs numpy; takes ten minutes for all sizes.

python tools/flooding_tables.py            all sizes
python tools/flooding_tables.py 6 7        these sizes
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from ludoteca.games.flooding.bot.solver import Solver
from ludoteca.games.flooding.bot.symmetry import window_size
from ludoteca.games.flooding.bot.tablebase import SIZES, file_name

FOLDER = Path(__file__).parents[1] / "src" / "ludoteca" / "games" / "flooding" / "bot" / "tables"


def main() -> None:
    for size in [int(text) for text in sys.argv[1:]] or SIZES:
        packed = zlib.compress(b"".join(table.tobytes() for table in Solver(size, window_size(size)).solve()), 9)
        (FOLDER / file_name(size)).write_bytes(packed)
        print(size, len(packed), flush=True)


if __name__ == "__main__":
    main()
