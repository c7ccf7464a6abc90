"""The house's server without limits on visitors, for measuring: prints its port, serves until it is stopped."""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca.server.limits import Limits, Rate
from ludoteca.server.serve import Settings, serve

FREE = Rate(1e6, 1_000_000)
LIMITS = Limits(
    messages=FREE,
    requests=FREE,
    openings=FREE,
    unknown_codes=FREE,
    connections_before_hello=100_000,
    sockets_per_address=100_000,
    unfinished_per_address=1_000_000,
    bot_pause_s=0,
)


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    serve(Settings("127.0.0.1", port, folder, limits=LIMITS), lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
