"""Frames of RFC 6455, as far as they are simple. aiohttp reads and writes all others."""

from __future__ import annotations

from struct import Struct

from aiohttp._websocket.helpers import websocket_mask

_TEXT = 0x81
"""The first byte of a whole text frame."""
_WHOLE = (_TEXT, 0x82, 0x89, 0x8A)
"""The first byte of whole text and binary frames, pings and pongs."""
_MASKED = 0x80
_SHORT, _MEDIUM, _LONG = Struct("!BB").pack, Struct("!BBH").pack, Struct("!BBQ").pack


def text_frame(data: bytes) -> bytes:
    """Return a message as a frame from server to client."""
    size = len(data)
    if size < 126:
        return _SHORT(_TEXT, size) + data
    return (_MEDIUM(_TEXT, 126, size) if size < 2**16 else _LONG(_TEXT, 127, size)) + data


def read_text_frame(data: bytes, limit: int) -> str | None:
    """Return the text if the data is one whole text frame from a client with less than `limit` bytes."""
    if len(data) < 6 or data[0] != _TEXT:
        return None
    start = _payload_start(data, 0)
    if start < 0 or start + _length(data, 0) != len(data) or len(data) - start >= limit:
        return None
    payload = bytearray(data[start:])
    websocket_mask(data[start - 4 : start], payload)
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return None


def ends_with_frame(data: bytes) -> bool:
    """Return whether data that begins with a frame also ends with one, and none needs more than itself to be read."""
    at = 0
    while at < len(data):
        start = _payload_start(data, at) if data[at] in _WHOLE else -1
        if start < 0:
            return False
        at = start + _length(data, at)
    return at == len(data)


def _payload_start(data: bytes, at: int) -> int:
    """Return where the payload of a masked frame begins; -1 if that is not in the data or the frame is very long."""
    size = data[at + 1] - _MASKED if at + 1 < len(data) else -1
    start = at + (6 if size < 126 else 8)
    return start if 0 <= size < 127 and start <= len(data) else -1


def _length(data: bytes, at: int) -> int:
    size = data[at + 1] - _MASKED
    return size if size < 126 else data[at + 2] * 256 + data[at + 3]
