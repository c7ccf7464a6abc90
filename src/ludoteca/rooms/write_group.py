"""Writes that share a commit."""

from __future__ import annotations

import asyncio

from ludoteca.store.protocol import Store
from ludoteca.store.write import Write


class WriteGroup:
    """Collects writes until the messages that have arrived are handled; what they cause then shares a commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writes: list[Write] = []

    def add(self, write: Write) -> None:
        """Write together with what else is being handled."""
        self._writes.append(write)
        if len(self._writes) == 1:
            asyncio.get_running_loop().call_soon(self._write_all)

    def _write_all(self) -> None:
        writes, self._writes = self._writes, []
        self._store.write(writes)
