"""The fair deal of a room's game: what is promised before it, and how that is checked after it.

A server commits itself to a secret before anybody answers; every player's device adds a nonce that the server could
not know. The seed is made of all of them, so that neither side can choose a deal unnoticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote

SHORTEST_NONCE, LONGEST_NONCE = 16, 64
MOST_SEATS = 20
"""Nonces that a receipt may hold; no game has so many seats."""
FIELDS = ("room", "game", "commitment", "nonces", "own")


class ReceiptError(LudotecaError):
    """Something that is no receipt."""


def commit(secret: str) -> str:
    """The commitment to a secret: whoever has it can recognise the secret later, and not find it before."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def deal_seed(secret: str, nonces: Sequence[str]) -> str:
    """The seed of a dealt game: the secret, and a nonce per seat."""
    return "/".join([secret, *nonces])


def read_nonce(nonce: str) -> str | Refusal:
    """What a device adds to a deal; empty is allowed."""
    if nonce == "" or re.fullmatch(f"[A-Za-z0-9_-]{{{SHORTEST_NONCE},{LONGEST_NONCE}}}", nonce):
        return nonce
    bounds = {"low": SHORTEST_NONCE, "high": LONGEST_NONCE}
    return Refusal("nonce", {"field": "nonce", **bounds, "value": quote(nonce)})


@dataclass(frozen=True)
class Receipt:
    """What a device keeps of a deal before the first move."""

    room: str
    game: int
    """The number of the game in its room, from 1."""
    commitment: str
    nonces: tuple[str, ...]
    """One per seat, in the order of the seats."""
    own: str
    """What this device added; empty for one that added nothing."""

    def json(self) -> dict[str, Any]:
        return {field: list(self.nonces) if field == "nonces" else getattr(self, field) for field in FIELDS}

    def text(self) -> str:
        return json.dumps(self.json(), indent=1) + "\n"

    def wrong_with(self, seed: str) -> Refusal | None:
        """Why a game of this seed is not the one that the receipt speaks of; None where it is."""
        secret, *nonces = seed.split("/")
        if len(nonces) != len(self.nonces):
            return Refusal("deal_seats", {"count": len(nonces), "wanted": len(self.nonces)})
        if commit(secret) != self.commitment:
            return Refusal("deal_secret", {"found": commit(secret), "wanted": self.commitment})
        seat = next((seat for seat, nonce in enumerate(self.nonces) if nonce != nonces[seat]), None)
        if seat is not None:
            return Refusal("deal_nonce", {"seat": seat + 1})
        return Refusal("deal_own") if self.own and self.own not in nonces else None


def parse_receipt(text: str | bytes) -> Receipt:
    """A receipt from the text of a file."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReceiptError(Refusal("receipt_not_json", {"reason": quote(str(error))})) from None
    return read_receipt(value)


def read_receipt(value: Any) -> Receipt:
    """A receipt from JSON."""
    if not isinstance(value, dict) or set(value) != set(FIELDS):
        raise ReceiptError(Refusal("receipt_fields", {"names": list(FIELDS)}))
    room, game, commitment, nonces, own = (value[field] for field in FIELDS)
    if not isinstance(room, str) or type(game) is not int or game < 1:
        raise ReceiptError(Refusal("receipt_room"))
    if not isinstance(commitment, str) or not re.fullmatch("[0-9a-f]{64}", commitment):
        raise ReceiptError(Refusal("receipt_commitment", {"value": quote(commitment)}))
    if not isinstance(nonces, list) or not 0 < len(nonces) <= MOST_SEATS:
        raise ReceiptError(Refusal("receipt_nonces", {"high": MOST_SEATS, "value": quote(nonces)}))
    for nonce in (*nonces, own):
        read = read_nonce(nonce) if isinstance(nonce, str) else Refusal("receipt_nonces", {"high": MOST_SEATS})
        if isinstance(read, Refusal):
            raise ReceiptError(read)
    return Receipt(room, game, commitment, tuple(nonces), own)
