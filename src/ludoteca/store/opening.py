"""Opens a store by its address: a PostgreSQL URL, or a file of SQLite."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from ludoteca.core.translations import Refusal, quote
from ludoteca.store.protocol import Store
from ludoteca.store.rows import Deliver, StoreError
from ludoteca.store.sqlite import SqliteStore

MAX_NODE_NAME = 63
SCHEMES = ("postgresql://", "postgres://")


def is_url(address: str | Path) -> bool:
    """Return whether this is the address of a database server, not a file."""
    return isinstance(address, str) and address.startswith(SCHEMES)


def open_store(address: str | Path, deliver: Deliver | None = None, node: str = "") -> Store:
    """Open a store. `node` is the name of this process among those that share it."""
    if not is_url(address):
        return SqliteStore(Path(address), deliver)
    require_postgres()
    from ludoteca.store.postgres.store import PostgresStore

    return PostgresStore(str(address), deliver, node)


def require_postgres() -> None:
    """Refuse in one sentence if the package for PostgreSQL is not installed."""
    if find_spec("psycopg") is None:
        raise StoreError(Refusal("store_needs_postgres"))


def check_store(address: str, node: str | None) -> None:
    """Refuse an address that is not a URL of PostgreSQL, and a name that is no name of a node."""
    if not is_url(address):
        raise StoreError(Refusal("store_url"))
    require_postgres()
    if node is not None and not (0 < len(node) <= MAX_NODE_NAME and node.isprintable()):
        raise StoreError(Refusal("node_name", {"high": MAX_NODE_NAME, "value": quote(node)}))
