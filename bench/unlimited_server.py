"""A Ludoteca server without rate limits, for benchmarks and tests.

    python -m bench.unlimited_server PORT FOLDER [STORE]

Prints its address and serves until it is stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca.rooms.limits import Limits, Rate
from ludoteca.server import sockets
from ludoteca.server.serve import ServeSettings, serve

UNLIMITED = Rate(1e6, 1_000_000)
NO_LIMITS = Limits(
    messages=UNLIMITED,
    requests=UNLIMITED,
    requests_pause_s=0.0,
    too_fast_pause_s=0.0,
    new_rooms=UNLIMITED,
    replays=UNLIMITED,
    advice=UNLIMITED,
    known_rooms=UNLIMITED,
    unknown_codes=UNLIMITED,
    connections_before_hello=100_000,
    sockets_per_address=100_000,
    spectators_per_address=4000,
    listed_per_address=4000,
    unfinished_per_address=1_000_000,
    chat_pause_s=0.0,
    bot_pause_s=0.0,
)
"""The only list of the limits that tests and benchmarks switch off."""


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    store = sys.argv[3] if len(sys.argv) > 3 else None
    # On a busy machine the clients of a bench answer no ping while another server has its turn.
    sockets.HEARTBEAT_S = 3600.0
    serve(ServeSettings("127.0.0.1", port, folder, limits=NO_LIMITS, store=store), lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
