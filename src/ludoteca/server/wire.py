"""The wire's types for other languages, generated: `python -m ludoteca.server.wire` writes them anew.

JSON Schema goes to docs/wire.schema.json, TypeScript to web/src/lib/wire.ts. A test compares both with the messages.
"""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec

from ludoteca.server.incoming import Incoming
from ludoteca.server.messages import Advice, Outgoing, Replay
from ludoteca.table.create_room import CreateRoom

HEAD = "// Made by `python -m ludoteca.server.wire` from the server's message types. Do not edit.\n"


def schema() -> dict[str, Any]:
    """All messages as one JSON Schema: what a client may send, what it gets, the body that opens a room, replays."""
    groups = {"Incoming": get_args(Incoming), "Outgoing": get_args(Outgoing)}
    types = [*groups["Incoming"], *groups["Outgoing"], CreateRoom, Replay, Advice]
    _, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for component in components.values():
        if "description" in component:  # a docstring: Python takes its indentation away only since 3.13
            component["description"] = cleandoc(component["description"])
    named = {
        name: {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]} for name, kinds in groups.items()
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**components, **named}}


def typescript(definitions: dict[str, Any]) -> str:
    """The same as TypeScript types."""
    return HEAD + "\n" + "\n".join(_declare(name, definition) for name, definition in definitions.items())


def _declare(name: str, definition: dict[str, Any]) -> str:
    about = definition.get("description")
    comment = f"/** {' '.join(about.split())} */\n" if about else ""
    if "properties" not in definition:
        return f"{comment}export type {name} = {_type(definition)};\n"
    required = set(definition.get("required", []))
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(kind)};\n"
        for field, kind in definition["properties"].items()
    ]
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}\n"


def _type(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in kind:
        return " | ".join(dict.fromkeys(_type(one) for one in kind["anyOf"]))
    if "enum" in kind:
        return " | ".join(json.dumps(value) for value in kind["enum"])
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    if kind.get("type") in plain:
        return plain[kind["type"]]
    if kind.get("type") == "array":
        inner = _type(kind["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind.get("type") == "object":
        return f"Record<string, {_type(kind.get('additionalProperties') or {})}>"
    return "unknown"


def files(root: Path) -> dict[Path, str]:
    """What the generated files must hold."""
    whole = schema()
    return {
        root / "docs" / "wire.schema.json": json.dumps(whole, indent=1) + "\n",
        root / "web" / "src" / "lib" / "wire.ts": typescript(whole["$defs"]),
    }


if __name__ == "__main__":
    for path, text in files(Path.cwd()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
