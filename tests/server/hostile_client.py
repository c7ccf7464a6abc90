"""A client that makes malformed and hostile messages and requests from a seed."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
from server.live_server import NO_LIMITS, Client, Json, Server
from server.raw_client import BINARY, CLOSE, PING, TEXT, UPGRADE, Raw, frame

from ludoteca.core.receipts import commit
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.command_keys import MAX_ID_LENGTH

UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
PER_SOCKET = 70


STRANGE: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 2**31, 2**63, 2**64, 2**70, -(2**70), 10**300, 0.5, -0.0, 1e308),
    *("", " ", "0", "a1", "-", "end", "play 3", "x" * 41, "y" * 9000, "\0", "\x1b[31m", "‮abc", "é" * 30, "{card}"),
    *([], [[]], {}, {"": {}}, {"seat": 0}, ["a1"], [None] * 50, {"size": 2**70}, {"size": None}, {"mood": "wild"}),
]
TEXTS: list[bytes] = [
    *(b"", b" ", b"null", b"true", b"[]", b"{}", b'"ping"', b"0", b"1e400", b"-1e400", b"NaN", b"Infinity", b"-"),
    *(
        b'{"type":"ping"',
        b'{"type":"ping",}',
        b"{'type':'ping'}",
        b'{"type":null}',
        b'{"type":["ping"]}',
        b'{"type":1}',
    ),
    *(
        b'{"type":"ping","id":1e400}',
        b'{"type":"set_perspective","seat":1e400}',
        b'{"type":"set_perspective","seat":NaN}',
    ),
    *(b'{"type":"set_perspective","seat":Infinity}', b'{"type":"set_perspective","seat":' + b"9" * 5000 + b"}"),
    *(b'{"type":"ping","id":"\\ud800"}', b'{"type":"ping","id":"\\ud83d"}', b'{"type":"claim","key":"\\udfff x"}'),
    *(b'{"type":"ping","type":"ping","type":"nothing"}', b'{"type":"nothing","type":"pong"}', b"\xef\xbb\xbf{}"),
    *(b"[" * 10_000, b"[" * 5000 + b"]" * 5000, b'{"a":' * 2500 + b"1" + b"}" * 2500, b'{"type":' * 1900),
    *(b'{"type":"set_options","options":' + b'{"size":' * 1500 + b"1" + b"}" * 1501, b'{"type":"automated_move"}'),
    *(
        b'{"type":"absence_timeout","seat":0}',
        b'{"type":"return","seat":0}',
        b'{"type":"automated_move","seat":0,"move":"a1","version":4}',
    ),
    *(b'{"type":"table"}', b'{"type":"welcome","token":"x"}', b"\x00" * 100, b"/" * 16_000, b'"' + b"\\" * 15_000),
]
INVALID_UTF8 = [b"\xff", b"\xc3\x28", b'{"type":"ping","id":"\xe2\x28\xa1"}', b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"]


class Hostile:
    """Makes all messages and requests from one seed."""

    def __init__(self, server: Server, victims: dict[str, list[Client]], random: Random) -> None:
        self.server, self.victims, self.random = server, victims, random
        self.own: list[tuple[str, str]] = []
        """Rooms that the attackers created, with their tokens."""
        self.ids = [f"id{number}" for number in range(40)]
        self.keys = ["0" * 32, "f" * 32, "", "key", "x" * 5000]
        self.said: Counter[str] = Counter()

    def room(self) -> tuple[str, str | None]:
        """Choose a room and a token: none, a forged one, another room's, or the right one in an own room."""
        random = self.random
        if self.own and random.random() < 0.3:
            code, token = random.choice(self.own[-4:])
            return code, random.choice([token, token, None])
        code = random.choice(list(self.victims))
        others = [client.token for other, both in self.victims.items() if other != code for client in both]
        forged = "".join(random.choices("abcDEF019-_", k=random.choice([16, 32, 100])))
        return code, random.choice(
            [None, forged, random.choice(others), "é" * 16, *(token for _, token in self.own[-2:])]
        )

    def command(self, code: str) -> Json:
        """Make a command that could be valid for some sender."""
        random = self.random
        room = self.server.rooms.loaded.get(code)
        table = None if room is None else room.table
        seat = random.choice([0, 1, 0, 1, 2, -1])
        version = 5 if table is None else table.version
        move = "a1"
        if table is not None and table.state is not None and (moves := table.state.moves()):
            move = table.game.write_move(table.state, random.choice(moves))
        near: Json = {"seat": seat, "version": random.choice([version, version, version, version - 1, version + 1, 0])}
        commands: list[tuple[str, Json]] = [
            ("sit", {"seat": seat, "name": "Eve"}),
            ("ready", {"nonce": "nonce-of-a-stranger", "commitment": "" if table is None else commit(table.secret)}),
            ("stand", {"seat": seat}),
            ("seat_bot", {"seat": seat, "level": random.choice([1, 2, 9])}),
            ("set_options", {"options": random.choice([{"size": 4}, {"cards": 12}, {"none": 1}, {}])}),
            ("set_settings", {"settings": {"legs": random.choice([1, 2, 3]), "absence_timeout_s": 30, "casual": True}}),
            ("move", {**near, "move": move}),
            ("move", {**near, "move": move}),
            ("undo", near),
            ("answer_undo", {**near, "yes": True}),
            ("resign", near),
            ("abandon", {**near, "yes": random.choice([True, False])}),
            ("play_again", near),
            ("withdraw", {**near, "request": random.choice(["undo", "abandon", "play_again"])}),
            ("link", {"seat": seat}),
            ("claim", {"key": random.choice(self.keys)}),
            ("close", {}),
            ("set_perspective", {"seat": random.choice([seat, None])}),
            ("preview", {"seat": seat, "move": move}),
            ("hello", {"token": random.choice(list(self.victims.values()))[0].token}),
            ("ping", {}),
        ]
        kind, fields = random.choice(commands)
        return {"type": kind, "id": random.choice(self.ids), **fields}

    def payload(self, code: str) -> bytes:
        random = self.random
        roll = random.random()
        if roll < 0.12:
            return random.choice(TEXTS)
        message = self.command(code)
        if roll < 0.45:
            return json.dumps(message).encode()
        for _ in range(random.choice([1, 1, 2])):
            field = random.choice([*message, "more"])
            how = random.random()
            if how < 0.6:
                message[field] = random.choice(STRANGE)
            elif how < 0.8:
                message.pop(field, None)
            else:
                message[random.choice(["version", "seat", "who", "token", "move", "yes"])] = message.pop(field, 0)
        text = json.dumps(message)
        if roll < 0.5:  # duplicate keys
            text = text[:-1] + "," + json.dumps(self.command(code))[1:]
        elif roll < 0.55:  # truncated, or with trailing bytes
            cut = random.randrange(len(text))
            text = random.choice([text[:cut], text[cut:], text + text, text + "\0"])
        return text.encode()[: NO_LIMITS.message_bytes - 10]

    def frames(self, payload: bytes) -> bytes:
        """Write a message as one frame, or as fragments with pings between them."""
        random = self.random
        opcode = BINARY if random.random() < 0.15 else TEXT
        if random.random() > 0.05:
            return frame(payload, opcode)
        # Do not split a character, to be fair; fragments are joined before they are decoded.
        cut = random.randrange(len(payload) + 1)
        pieces = [frame(payload[:cut], opcode, fin=False), frame(b"", 0, fin=False), frame(b"are you there", PING)]
        return b"".join([*pieces, frame(payload[cut:], 0)])

    def last_words(self) -> tuple[bytes, tuple[int | None, ...]]:
        """Make bytes that close a socket, with the allowed close codes; None means that the connection just ends."""
        huge = frame(b'"' + b"x" * NO_LIMITS.message_bytes + b'"', self.random.choice([TEXT, BINARY]))
        in_pieces = frame(b"x" * 9000, fin=False) + frame(b"x" * 9000, 0)
        return self.random.choice(
            [
                (huge, (1009,)),
                (frame(b"")[:1] + b"\xff" + (1 << 62).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 20_000, (1009, 1002)),
                (in_pieces, (1009,)),
                (frame(self.random.choice(INVALID_UTF8)), (1007,)),
                (frame(b"x", 3), (1002, 1003)),
                (frame(b"x", 15), (1002, 1003)),
                (frame(b"x", flags=0x70), (1002,)),
                (frame(b"x" * 126, PING), (1002,)),
                (frame(b"x", PING, fin=False), (1002,)),
                (frame(b"x", fin=False) + frame(b"y"), (1002,)),
                (frame(b"\x03", CLOSE), (1002,)),
                (frame(b"\x00\x01", CLOSE), (1002,)),
                (frame(b"\x03\xe8" + b"\xff\xfe", CLOSE), (1007, 1002)),
                (frame(b"\x03\xe8bye", CLOSE), (1000,)),
                (frame(b"", CLOSE), (1000, None)),
            ]
        )

    # Sockets

    async def converse(self) -> int:
        """Use one socket: hello, many messages at once, each answered once, and an unfriendly end."""
        code, token = self.room()
        raw = await Raw.upgraded(self.server.url, code)
        raw.say({"type": "hello", "token": token})
        welcome = await raw.message()
        assert isinstance(welcome, m.Welcome)
        assert token is None or welcome.token == token
        expected: Counter[str | None] = Counter()
        sending = []
        for _ in range(PER_SOCKET):
            payload = self.payload(code)
            name, payload = _with_id(payload, self.random.choice(self.ids))
            expected[name] += 1
            sending.append(self.frames(payload))
        raw.writer.write(b"".join(sending))
        while expected:
            message = await raw.message()
            if isinstance(message, m.Welcome | m.Presence | m.ChatUpdate | m.ServerTime):
                continue
            self.said[type(message).__name__] += 1
            if isinstance(message, m.SeatKey):  # in addition to the table that acknowledges it
                self.keys[0] = message.key
                continue
            if isinstance(message, m.HintResult):  # likewise
                continue
            assert not isinstance(message, m.Loading)
            for name in message.acks if isinstance(message, m.TableMessage) else [message.ack]:
                expected[name] -= 1
                assert expected[name] >= 0, f"{name} was answered twice"
                if not expected[name]:
                    del expected[name]
        roll = self.random.random()
        if roll < 0.6:
            words, codes = self.last_words()
            raw.writer.write(words)
            got = await raw.close_code()
            assert got in codes, (words[:40], got)
        elif roll < 0.9:  # within a frame
            raw.writer.write(frame(self.payload(code) + b"....")[:-3])
            await raw.writer.drain()
        raw.drop()
        return PER_SOCKET + 1

    async def begin_badly(self) -> int:
        """Open sockets that send a bad hello or none."""
        code, _ = self.room()
        raw = await Raw.upgraded(self.server.url, code)
        roll = self.random.random()
        if roll < 0.8:
            hello = {"type": "hello", "token": self.random.choice([1, "short", "x" * 101, [], {}, True, "\0" * 200])}
            command = self.command(code)
            if command["type"] == "hello":
                command = {"type": "ping"}
            words = self.random.choice([json.dumps(hello).encode(), json.dumps(command).encode(), *TEXTS])
            raw.writer.write(frame(words, self.random.choice([TEXT, BINARY])) + frame(b'{"type":"ping"}'))
            assert isinstance(await raw.message(), m.Refused)
            assert await raw.close_code() == 1008
        elif roll < 0.9:
            words, codes = self.last_words()
            raw.writer.write(words)
            got = await raw.close_code()
            assert got in (*codes, 1008, None), (words[:40], got)
        raw.drop()
        return 1

    # Requests

    async def request(self) -> int:
        """Send a random HTTP request and check the status; 0 means that the connection was closed."""
        random = self.random
        raw = await Raw.dial(self.server.url)
        code = random.choice([*self.victims, "NORQQMXX"])
        kind = random.choice(["open", "open", "path", "method", "headers", "socket", "elsewhere", "garbage"])
        statuses = await getattr(self, f"_{kind}")(raw, code)
        if statuses is None:  # the client leaves early
            await raw.writer.drain()
            raw.drop()
            return 1
        status, head, body = await raw.answer()
        assert status in statuses, (kind, status, statuses, head, body[:300])
        if body and status >= 400 and b"application/json" in head:
            assert set(json.loads(body)) == {"code", "params", "text"}
        if status == 201:
            room = json.loads(body)
            self.own.append((room["code"], room["token"]))
        raw.drop()
        return 1

    async def _open(self, raw: Raw, code: str) -> tuple[int, ...] | None:
        random = self.random
        request: Json = {
            "game": random.choice(["flooding", "dummy"]),
            "options": {},
            "seats": random.choice([None, [{"kind": "here", "name": "Eve"}, {"kind": "open"}], [{}, {}]]),
            "settings": random.choice([{}, {"legs": 1, "absence_timeout_s": 3600, "casual": False}]),
            "token": random.choice([None, "t" * 20, "short"]),
        }
        statuses: tuple[int, ...] = (201,)
        if random.random() < 0.9:
            request[random.choice([*request, "more"])] = random.choice(
                [*STRANGE, [{"kind": "bot", "level": 2**70}], [{}] * 900]
            )
            statuses = (201, 400, 404, 413)
        body = json.dumps(request).encode()
        if random.random() < 0.3:
            body, statuses = random.choice([*TEXTS, *INVALID_UTF8]), (400,)
        headers = ["Connection: close", f"Content-Length: {len(body)}"]
        roll = random.random()
        if roll < 0.1:
            body = b"[" * (NO_LIMITS.body_bytes + 1)
            headers[1], statuses = f"Content-Length: {len(body)}", (413,)
        elif roll < 0.15:
            headers[1] = f"Content-Length: {random.choice([2**40, 17_000])}"
            body, statuses = b"x" * 17_000, (413,)
        elif roll < 0.2:
            headers[1] = "Transfer-Encoding: chunked"
            body, statuses = (
                b"4000\r\n" + b"x" * 0x4000 + b"\r\n" + b"400\r\n" + b"x" * 0x400 + b"\r\n0\r\n\r\n",
                (413,),
            )
        elif roll < 0.25:
            headers[1] = "Transfer-Encoding: chunked"
            body, statuses = (
                random.choice([b"ZZ\r\n\r\n", b"2\r\n{}XX\r\n", b"-1\r\n", b"fffffffffffffffff\r\n"]),
                (400,),
            )
        elif roll < 0.3:
            headers.append(f"Content-Encoding: {random.choice(['gzip', 'deflate', 'br', 'zstd', 'none'])}")
            statuses = (415,)
        elif roll < 0.35:
            headers.append("Expect: a miracle")
            statuses = (417,)
        elif roll < 0.4:
            raw.ask("POST /api/rooms HTTP/1.1", *headers[:1], "Content-Length: 500", body=body[:40])
            return None
        elif roll < 0.5:
            headers.append(
                f"X-Forwarded-For: {random.choice([',,,', 'x' * 3000, '::1%x', '1.2.3.4, é', '[::1]:80', '-1'])}"
            )
        raw.ask("POST /api/rooms HTTP/1.1", *headers, body=body)
        return statuses

    async def _path(self, raw: Raw, code: str) -> tuple[int, ...]:
        path = self.random.choice(
            [
                *("/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd", "/r/%2e%2e%2fapp.py", "/..%2fapp.py", "/%00"),
                *("/api/rooms/%00%00%00%00%00%00", "/api/rooms/%C3%9F%C3%9F%C3%9F", "/api/rooms/ÉÉÉÉÉÉ", "/api/rooms/"),
                *(
                    "/api/rooms/%FF%FE%FD",
                    "/api/rooms/%",
                    "/api/rooms/%zz",
                    "/api/rooms/" + "A" * 7000,
                    "/api/rooms/......",
                ),
                *(
                    "//",
                    "/api//rooms",
                    "/api/rooms/NORQQMXX/record",
                    "/api/rooms/NORQQMXX/socket",
                    "/api/rooms/ABCDE\u0130",
                ),
                *(
                    "/api/rooms/%F0%9D%9F%98%F0%9D%9F%98%F0%9D%9F%98",
                    "/?" + "a=b&" * 1500,
                    "/index.html/x",
                    "/client.js%20",
                ),
                *(
                    "/api/rooms/' OR 1=1--",
                    "/api/rooms/A;DROP",
                    f"/api/rooms/{code.lower()}",
                    f"/api/rooms/{code}/record",
                    f"/api/rooms/{code}/replay?perspective=-1",
                    f"/api/rooms/{code}/replay?perspective=%C3%9F&text",
                ),
            ]
        )
        raw.ask(f"GET {path} HTTP/1.1", "Connection: close")
        return (200, 400, 404, 409)

    async def _method(self, raw: Raw, code: str) -> tuple[int, ...]:
        method = self.random.choice(["DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW", "POST", "G" * 300])
        path = self.random.choice(["/healthz", "/", f"/api/rooms/{code}", f"/api/rooms/{code}/socket", "/metrics"])
        raw.ask(f"{method} {path} HTTP/1.1", "Connection: close", "Content-Length: 0")
        return (400, 405)

    async def _headers(self, raw: Raw, code: str) -> tuple[int, ...] | None:
        bad = self.random.choice(
            [
                "X: " + "x" * 9000,
                "\r\n".join(f"X-{number}: {'y' * 50}" for number in range(500)),
                "No colon here",
                "Bad Name: x",
                "X: a\0b",
                ": nothing",
                "Content-Length: -5",
                "Content-Length: 1e3",
                "Content-Length: 3\r\nContent-Length: 4",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "X: é\udcff",
                "Cookie: " + ";" * 5000,
                "Range: bytes=9-1,-1",
                "Host: somewhere.else",
                "If-Modified-Since: yesterday",
            ]
        )
        raw.ask(f"GET /api/rooms/{code} HTTP/1.1", "Connection: close", bad)
        if self.random.random() < 0.1:
            return None
        return (0, 200, 400, 404, 431)

    async def _socket(self, raw: Raw, code: str) -> tuple[int, ...] | None:
        """Send a handshake that is wrong or incomplete."""
        random = self.random
        headers = list(UPGRADE)
        if random.random() < 0.15:
            raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *headers[: random.randrange(4)])
            return None
        index = random.randrange(4)
        name = headers[index].partition(":")[0]
        wrong = random.choice(
            [None, f"{name}: ", f"{name}: wrong", f"{name}: {'A' * 4000}", f"{name}: é", f"{name}: 13, 14"]
        )
        headers[index : index + 1] = [] if wrong is None else [wrong]
        raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", *headers)
        return (400, 404)

    async def _elsewhere(self, raw: Raw, code: str) -> tuple[int, ...]:
        origin = self.random.choice(
            [
                *("http://evil.example", "null", "", "http://[", "http://[::1", "http://\u2100", "file://", "x" * 4000),
                *(
                    f"http://{raw.host}.evil.example",
                    f"http://{raw.host}@evil.example",
                    "http://localhost:1",
                    "//",
                    "é",
                ),
            ]
        )
        host = self.random.random() < 0.8
        if self.random.random() < 0.5:
            body = b'{"game":"flooding"}'
            length = f"Content-Length: {len(body)}"
            raw.ask("POST /api/rooms HTTP/1.1", "Connection: close", f"Origin: {origin}", length, body=body, host=host)
        else:
            raw.ask(f"GET /api/rooms/{code}/socket HTTP/1.1", f"Origin: {origin}", *UPGRADE, host=host)
        return (403,) if host else (400, 403)

    async def _garbage(self, raw: Raw, code: str) -> tuple[int, ...] | None:
        data = self.random.choice(
            [
                self.random.randbytes(200),
                b"\r\n" * 50,
                b"GET\r\n\r\n",
                b"GET / HTTP/9.9\r\n\r\n",
                b"GET / SPDY/1\r\n\r\n",
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
                b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\n\r\n",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                b"GET http://other/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                frame(b'{"type":"ping"}'),
                b"GET / HTTP/1.1\r\nHost",
            ]
        )
        raw.writer.write(data)
        if self.random.random() < 0.3:
            return None
        raw.writer.write_eof()
        return (0, 200, 400, 403, 404, 405, 414, 421, 431, 505)


def _with_id(payload: bytes, name: str) -> tuple[str | None, bytes]:
    """Return the id in the answer (None if it cannot be read), and the message, with an id if it had none."""
    try:
        message = incoming.read_message(payload)
    except UNREADABLE:
        return incoming.read_id(payload), payload
    if not message.id:
        message.id = name
        return name, m.write_message(message)
    return (message.id if len(message.id) <= MAX_ID_LENGTH and message.id.isprintable() else None), payload
