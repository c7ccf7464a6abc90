"""Fair deals: what a server commits to before a game, and how a player checks it afterwards.

The server commits to a secret first; then every player's device adds a nonce that the server could not know. The seed
is made of all of them, so neither side can choose a deal unnoticed.
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
"""Most nonces in a receipt; no game has this many seats."""
FIELDS = ("room", "game", "commitment", "nonces", "own")


class ReceiptError(LudotecaError):
    """The receipt cannot be read."""


def commit(secret: str) -> str:
    """Return the commitment to a secret: it identifies the secret later and does not give it away before."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def deal_seed(secret: str, nonces: Sequence[str]) -> str:
    """Return the seed of a dealt game, made of the secret and a nonce per seat."""
    return "/".join([secret, *nonces])


def read_nonce(nonce: str) -> str | Refusal:
    """Check the nonce of a device; it may be empty."""
    if nonce == "" or re.fullmatch(f"[A-Za-z0-9_-]{{{SHORTEST_NONCE},{LONGEST_NONCE}}}", nonce):
        return nonce
    bounds = {"low": SHORTEST_NONCE, "high": LONGEST_NONCE}
    return Refusal("nonce", {"field": "nonce", **bounds, "value": quote(nonce)})


@dataclass(frozen=True)
class Receipt:
    """What a device stores about a deal before the first move."""

    room: str
    game: int
    """The number of the game in its room, from 1."""
    commitment: str
    nonces: tuple[str, ...]
    """One per seat, in seat order."""
    own: str
    """The nonce of this device; empty if it added none."""

    def json(self) -> dict[str, Any]:
        return {field: list(self.nonces) if field == "nonces" else getattr(self, field) for field in FIELDS}

    def text(self) -> str:
        return json.dumps(self.json(), indent=1) + "\n"

    def mismatch(self, seed: str) -> Refusal | None:
        """Return why a game with this seed is not the one the receipt is for; None if it is."""
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
    """Read a receipt from the text of a file."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReceiptError(Refusal("receipt_not_json", {"reason": quote(str(error))})) from None
    return read_receipt(value)


def read_receipt(value: Any) -> Receipt:
    """Read a receipt from JSON."""
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
