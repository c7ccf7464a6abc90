"""The log: text or JSON lines on standard error. A line about a request has the id that its response carries."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

REQUEST_ID_HEADER = "X-Request-ID"
_GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def begin_request(given: str | None = None) -> str:
    """Give the present task a request id and return it: the given one, if it can be one, else a new one."""
    request_id = given if given and _GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
    _request_id.set(request_id)
    return request_id


class JsonLines(logging.Formatter):
    """Formats a log entry as a JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := _request_id.get():
            line["request"] = request_id
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class TextLines(logging.Formatter):
    """Formats a log entry as text."""

    def format(self, record: logging.LogRecord) -> str:
        request_id = _request_id.get()
        about = f" (request {request_id})" if request_id else ""
        first, newline, rest = super().format(record).partition("\n")
        return f"{record.levelname} {record.name}: {first}{about}{newline}{rest}"


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for malformed requests, with which a stranger could fill the log."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, (HttpProcessingError, web.RequestPayloadError))


def set_up_logging(json_lines: bool) -> None:
    """Log warnings as text, or everything as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if json_lines else TextLines())
    handler.addFilter(is_worth_logging)
    logging.basicConfig(level=logging.INFO if json_lines else logging.WARNING, handlers=[handler], force=True)
