"""This terminal's part in fair deals: it adds a nonce, keeps a receipt, and checks it when the secret is shown."""

from __future__ import annotations

import secrets
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.core.receipts import Receipt, deal_seed, parse_receipt
from ludoteca.core.translations import Refusal
from ludoteca.server import messages as m
from ludoteca.terminal.save_files import read_bytes, write_file

NONCE_BYTES = 16
"""22 letters."""


class FairDeals:
    """What is known of the deals of one room. Without a folder receipts are kept only while the visit lasts."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._nonces: dict[str, str] = {}
        """What this terminal has added, by the commitment that it answered."""
        self._announced: dict[int, str] = {}
        """The commitment to each game, as it was first shown."""
        self._receipts: dict[int, Receipt] = {}
        self._checked: set[int] = set()

    def answer(self, room: m.RoomInfo) -> dict[str, str]:
        """What goes with `sit`, `again` and `ready`: a nonce of our own for the coming deal, if there is one."""
        if room.next_deal is None:
            return {}
        commitment = room.next_deal.commitment
        nonce = self._nonces.setdefault(commitment, secrets.token_urlsafe(NONCE_BYTES))
        return {"nonce": nonce, "commitment": commitment}

    def unanswered(self, table: m.TableMessage) -> bool:
        """Whether this terminal should say that it is ready: it holds a seat and has added nothing that it knows of."""
        room, deal = table.room, table.room.next_deal
        if deal is None or not table.you.seats:
            return False
        waiting = room.phase == "waiting" or set(table.you.seats) <= set(room.offers.play_again)
        known = deal.commitment in self._nonces and set(table.you.seats) <= set(deal.answered)
        return waiting and not known

    def look(self, table: m.TableMessage) -> str | None:
        """Take note of what a table says of its deals; what is to be told of it, if anything."""
        room = table.room
        changed = room.next_deal is not None and self._changed(room.next_deal.game, room.next_deal.commitment)
        if room.deal is None:
            return WARNING if changed else None
        changed = self._changed(room.deal.game, room.deal.commitment) or changed
        told = self._keep(room.code, room.deal, bool(table.you.seats))
        if room.deal.secret is not None and room.deal.game not in self._checked:
            self._checked.add(room.deal.game)
            told = self._check(room.deal, room.deal.secret)
        return WARNING if changed else told

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
            return f"The receipt of this deal cannot be kept: {error.strerror}."
        return None if not own or own in deal.nonces else "Your nonce is not in this deal; the server left it out."

    def _check(self, deal: m.DealInfo, secret: str) -> str:
        kept = self._receipts[deal.game]
        wrong: Refusal | None = kept.wrong_with(deal_seed(secret, deal.nonces))
        if wrong is not None:
            return LudotecaError(wrong).sentence
        own = " with your nonce in it" if kept.own else ""
        return f"Fair deal: this was the one announced before the game{own}."


WARNING = "Beware: the server has changed its commitment without a game in between. The deal may have been chosen."


def _read(path: Path | None) -> Receipt | None:
    """A receipt that an earlier visit has kept."""
    if path is None or not path.is_file():
        return None
    try:
        return parse_receipt(read_bytes(path))
    except LudotecaError:
        return None
