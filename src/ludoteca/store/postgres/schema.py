"""The schema in PostgreSQL: numbered scripts, run once, by whichever node comes first."""

from __future__ import annotations

import secrets
from importlib.resources import files

import psycopg
from psycopg import sql

from ludoteca.core.translations import Refusal
from ludoteca.store.postgres.connections import Connection
from ludoteca.store.rows import StoreError

LOCK = 0x6C75646F
"""Of the advisory lock that lets one node at a time look at the schema or at the outages."""


def scripts() -> list[tuple[int, str]]:
    """Return the numbered scripts in order. A database's version is the number of the last one it has run."""
    return sorted(
        (int(script.name.partition("_")[0]), script.read_text("utf-8"))
        for script in files(__package__).joinpath("migrations").iterdir()
        if script.name.endswith(".sql")
    )


def version_of(connection: Connection) -> tuple[int, int]:
    """Return the schema's version, and the oldest that can still read and write it; zeros if it is not ours."""
    found = connection.execute("SELECT to_regclass('schema_version') IS NOT NULL").fetchone()
    if found is None or not found[0]:
        return 0, 0
    row = connection.execute("SELECT version, min_reader FROM schema_version").fetchone()
    return (0, 0) if row is None else (int(row[0]), int(row[1]))


def migrate(connection: Connection, name: str) -> None:
    """Run the missing scripts in one transaction; refuse a schema that this release cannot use."""
    newest = scripts()[-1][0]
    if version_of(connection)[0] == newest:
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        version, min_reader = version_of(connection)
        if min_reader > newest:
            raise StoreError(Refusal("store_newer", {"path": name, "version": version, "ours": newest}))
        if version == 0:
            _refuse_other_tables(connection, name)
            connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL, min_reader BIGINT NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (0, 1)")
        for number, script in scripts():
            if number > version:
                connection.execute(sql.SQL(script))
                connection.execute("UPDATE schema_version SET version = %s", (number,))
        connection.execute("INSERT INTO address_key VALUES (1, %s) ON CONFLICT DO NOTHING", (secrets.token_bytes(32),))


def check_version(connection: Connection, name: str) -> None:
    """Refuse a database that is not ours, or that a server has to bring up to date first."""
    newest = scripts()[-1][0]
    version, min_reader = version_of(connection)
    if not version:
        raise StoreError(Refusal("store_missing", {"path": name}))
    if min_reader > newest:
        raise StoreError(Refusal("store_newer", {"path": name, "version": version, "ours": newest}))
    if version < newest:
        raise StoreError(Refusal("store_older", {"path": name, "version": version, "ours": newest}))


def _refuse_other_tables(connection: psycopg.Connection[tuple[object, ...]], name: str) -> None:
    """Refuse a schema with tables of another program."""
    found = connection.execute("SELECT to_regclass('room') IS NOT NULL OR to_regclass('event') IS NOT NULL").fetchone()
    if found is not None and found[0]:
        raise StoreError(Refusal("store_foreign", {"path": name}))
