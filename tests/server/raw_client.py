"""A client that writes bytes to a TCP connection, valid or not."""

from __future__ import annotations

import asyncio
import socket
from typing import Any
from urllib.parse import urlsplit

import msgspec
from server.live_server import TIMEOUT_S

from ludoteca.rooms import messages as m

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}")


def read_outgoing(payload: bytes) -> m.Outgoing:
    message: m.Outgoing = _decoder.decode(payload)
    return message


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(m.Outgoing)


def frame(payload: bytes, opcode: int = TEXT, fin: bool = True, masked: bool = True, flags: int = 0) -> bytes:
    """Make a client's WebSocket frame; the mask of zeros changes nothing."""
    mask = 0x80 if masked else 0
    head = bytes([(0x80 if fin else 0) | flags | opcode])
    if len(payload) < 126:
        head += bytes([mask | len(payload)])
    elif len(payload) < 1 << 16:
        head += bytes([mask | 126]) + len(payload).to_bytes(2, "big")
    else:
        head += bytes([mask | 127]) + len(payload).to_bytes(8, "big")
    return head + (b"\0\0\0\0" if masked else b"") + payload


class Raw:
    """A TCP connection over which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self.reader, self.writer, self.host = reader, writer, host

    @classmethod
    async def dial(cls, url: str, buffer: int | None = None) -> Raw:
        there = urlsplit(url)
        connection = socket.socket()
        connection.setblocking(False)
        if buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        await asyncio.get_running_loop().sock_connect(connection, (there.hostname, there.port))
        return cls(*await asyncio.open_connection(sock=connection, limit=1 << 22), there.netloc)

    @classmethod
    async def upgraded(cls, url: str, code: str) -> Raw:
        """Open a room's socket, without hello."""
        raw = await cls.dial(url)
        raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *UPGRADE)
        head = await asyncio.wait_for(raw.reader.readuntil(b"\r\n\r\n"), TIMEOUT_S)
        assert b" 101 " in head.splitlines()[0], head
        return raw

    def ask(self, line: str, *headers: str, body: bytes = b"", host: bool = True) -> None:
        lines = [line, *([f"Host: {self.host}"] if host else []), *headers, "", ""]
        self.writer.write("\r\n".join(lines).encode("utf-8", "surrogateescape") + body)

    def say(self, message: Any) -> None:
        self.writer.write(frame(msgspec.json.encode(message)))

    async def frame(self) -> tuple[int, bytes]:
        """Read a frame: opcode and payload. The end of the connection reads as a close without a code."""
        try:
            first, size = await self.reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 15, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return CLOSE, b""

    async def message(self) -> m.Outgoing:
        """Read a message, which must be one that a server may send."""
        while True:
            opcode, payload = await asyncio.wait_for(self.frame(), TIMEOUT_S)
            if opcode == TEXT:
                return read_outgoing(payload)
            assert opcode in (PING, PONG), (opcode, payload)

    async def close_code(self) -> int | None:
        """Read until the server closes; return its code, if any."""
        while True:
            opcode, payload = await asyncio.wait_for(self.frame(), TIMEOUT_S)
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big") if payload else None
            if opcode == TEXT:
                read_outgoing(payload)

    async def answer(self) -> tuple[int, bytes, bytes]:
        """Read a response: status, headers and body. Status 0 means that the connection ended."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), TIMEOUT_S)
            lines = head.lower().splitlines()
            size = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
            return int(head.split()[1]), head, await asyncio.wait_for(self.reader.readexactly(size), TIMEOUT_S)
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0, b"", b""

    def drop(self) -> None:
        self.writer.transport.abort()
