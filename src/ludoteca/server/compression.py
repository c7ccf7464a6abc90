"""Compress responses with gzip. The built page needs none of this: its files have compressed copies on disk.

A file of a game is compressed once, as well as gzip can, and kept in memory. Other responses are compressed for each
request, fast, and by a thread if they are large: the server pays about 10 ms of CPU per megabyte, and the event loop
less than 1 ms. Requests are rate limited. Small responses stay plain, also those that hold a seat's token: beside what
a request may choose, compression would let the length of a response tell parts of them.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

from aiohttp import hdrs, web

MIN_BYTES = 1024
"""Smaller responses fit in one packet anyway."""
THREAD_BYTES = 32 * 1024
"""Larger responses are compressed by a thread."""
MAX_BYTES = 8 * 1024 * 1024
"""Larger responses are sent as they are."""
MAX_FILE_BYTES = 1024 * 1024
MAX_FILES = 256
COMPRESSIBLE = (
    "text/",
    "image/svg+xml",
    "application/json",
    "application/manifest+json",
    "application/wasm",
)
ENCODING = "gzip"


def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip. What cannot be read allows nothing."""
    qualities: dict[str, bool] = {}
    for part in header.split(","):
        coding, *parameters = (text.strip().lower() for text in part.split(";"))
        qualities[coding] = all(_is_positive(parameter) for parameter in parameters)
    return qualities.get(ENCODING, qualities.get("*", False))


def _is_positive(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    try:
        return name.strip() == "q" and 0 < float(value) <= 1
    except ValueError:
        return False


def is_compressible(content_type: str) -> bool:
    return content_type.startswith(COMPRESSIBLE)


async def compress_response(request: web.Request, response: web.StreamResponse) -> None:
    """Compress a response that is worth it, if the client accepts that."""
    if not isinstance(response, web.Response) or response.prepared or hdrs.CONTENT_ENCODING in response.headers:
        return
    body = response.body
    if not isinstance(body, bytes) or not MIN_BYTES <= len(body) <= MAX_BYTES:
        return
    if not is_compressible(response.content_type):
        return
    varies = response.headers.get(hdrs.VARY, "").split(", ")
    response.headers[hdrs.VARY] = ", ".join(filter(None, dict.fromkeys((*varies, hdrs.ACCEPT_ENCODING))))
    if not accepts_gzip(request.headers.get(hdrs.ACCEPT_ENCODING, "")):
        return
    in_thread = len(body) > THREAD_BYTES
    response.body = await asyncio.to_thread(_compress_fast, body) if in_thread else _compress_fast(body)
    response.headers[hdrs.CONTENT_ENCODING] = ENCODING


def _compress_fast(body: bytes) -> bytes:
    return gzip.compress(body, 1, mtime=0)


async def compressed_file(request: web.Request, path: Path) -> tuple[bytes, str] | None:
    """Return a file compressed, with its ETag; None if the file or the client is not fit for that."""
    if not accepts_gzip(request.headers.get(hdrs.ACCEPT_ENCODING, "")) or hdrs.RANGE in request.headers:
        return None
    stat = path.stat()
    if not MIN_BYTES <= stat.st_size <= MAX_FILE_BYTES:
        return None
    body = await asyncio.to_thread(_compress_file, path, stat.st_mtime_ns, stat.st_size)
    return body, f"{stat.st_mtime_ns:x}-{stat.st_size:x}-{ENCODING}"


@lru_cache(maxsize=MAX_FILES)
def _compress_file(path: Path, changed_ns: int, size: int) -> bytes:
    """Compress a file. It is read again when its time or size changes."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)
