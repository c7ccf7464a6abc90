"""This terminal's part in fair deals: add a nonce, keep a receipt, and check it when the secret is shown."""

from __future__ import annotations

import secrets
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.core.receipts import Receipt, deal_seed, parse_receipt
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import Refusal
from ludoteca.rooms import messages as m
from ludoteca.table.commands import NonceFields
from ludoteca.terminal.files import read_bytes, write_file
from ludoteca.terminal.texts import t

NONCE_BYTES = 16
"""22 characters of text."""


class FairDeals:
    """The deals of one room. Without a folder, receipts last only as long as the conversation."""

    def __init__(self, folder: Path | None, quiet: bool = False) -> None:
        """With `quiet`, say nothing about deals that are right: the player runs the server."""
        self._folder = folder
        self._quiet = quiet
        self._nonces: dict[str, str] = {}
        """The nonces of this terminal, by the commitment that each one answered."""
        self._announced: dict[int, str] = {}
        """The first commitment shown for each game."""
        self._receipts: dict[int, Receipt] = {}
        self._checked: set[int] = set()

    def answer(self, room: m.RoomInfo) -> NonceFields:
        """Return this terminal's nonce for the next deal, to send with `sit`, `play_again` and `ready`."""
        if room.next_deal is None:
            return {}
        commitment = room.next_deal.commitment
        nonce = self._nonces.setdefault(commitment, secrets.token_urlsafe(NONCE_BYTES))
        return {"nonce": nonce, "commitment": commitment}

    def needs_answer(self, table: m.TableMessage) -> bool:
        """Return whether this terminal holds a seat and still has to add its nonce to the next deal."""
        room, deal = table.room, table.room.next_deal
        if deal is None or not table.you.seats:
            return False
        dealing_soon = room.phase == "waiting" or set(table.you.seats) <= set(room.offers.play_again)
        known = deal.commitment in self._nonces and set(table.you.seats) <= set(deal.answered)
        return dealing_soon and not known

    def update(self, table: m.TableMessage) -> str | None:
        """Keep what a table says about its deals; return a sentence for the player, if there is anything to say."""
        room = table.room
        changed = room.next_deal is not None and self._changed(room.next_deal.game, room.next_deal.commitment)
        if room.deal is None:
            return t("commitment_changed") if changed else None
        changed = self._changed(room.deal.game, room.deal.commitment) or changed
        text = self._keep(room.code, room.deal, bool(table.you.seats))
        if room.deal.secret is not None and room.deal.game not in self._checked:
            self._checked.add(room.deal.game)
            text = self._check(room.deal, room.deal.secret)
        return t("commitment_changed") if changed else text

    def _changed(self, game: int, commitment: str) -> bool:
        return self._announced.setdefault(game, commitment) != commitment

    def _keep(self, code: str, deal: m.DealInfo, seated: bool) -> str | None:
        if deal.game in self._receipts:
            return None
        own = self._nonces.get(deal.commitment, "")
        path = None if self._folder is None else self._folder / f"{code}-{deal.game}.json"
        kept = _read(path)
        if kept is None or own:
            kept = Receipt(code, deal.game, deal.commitment, tuple(deal.nonces), own)
        self._receipts[deal.game] = kept
        try:
            if path is not None and seated and deal.secret is None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_file(path, kept.text())
        except OSError as error:
            return t("receipt_fails", reason=system_reason(error))
        return None if not own or own in deal.nonces else t("nonce_missing")

    def _check(self, deal: m.DealInfo, secret: str) -> str | None:
        kept = self._receipts[deal.game]
        wrong: Refusal | None = kept.mismatch(deal_seed(secret, deal.nonces))
        if wrong is not None:
            return LudotecaError(wrong).sentence
        if self._quiet:
            return None
        return t("fair_deal_own" if kept.own else "fair_deal")


def _read(path: Path | None) -> Receipt | None:
    """Read a receipt that an earlier session has kept."""
    if path is None or not path.is_file():
        return None
    try:
        return parse_receipt(read_bytes(path))
    except LudotecaError:
        return None
