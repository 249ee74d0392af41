"""Writes the client's types from the protocol: `python -m tongiaki.server.typescript [FILE]` (standard output without FILE)."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from tongiaki.server import protocol
from tongiaki.server.words import KEYS

HEADER = """// Generated from src/tongiaki/server/protocol.py by `python -m tongiaki.server.typescript`. Do not edit.
/* eslint-disable */

/** Goes up when an older client could no longer read what the server sends; sent in `hello`. */
export const PROTOCOL = {version};
"""

UNIONS = {
    "Effect": [kind for kind in protocol.EFFECTS.values()],
    "ClientMessage": [protocol.Hello, protocol.Play, protocol.Preview, protocol.Ping],
    "ServerMessage": list(protocol.ServerMessage.__args__),
}

ROOTS: list[type] = [
    *UNIONS["ClientMessage"],
    *UNIONS["ServerMessage"],
    *UNIONS["Effect"],
    protocol.NewTable,
    protocol.TableCreated,
    protocol.TableSummary,
    protocol.Problem,
    protocol.Options,
    protocol.ReplayView,
]

SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The whole file: constants, one interface for each structure, the unions."""
    _, components = msgspec.json.schema_components(ROOTS, ref_template="#/{name}")
    parts = [HEADER.format(version=protocol.PROTOCOL), _message_keys()]
    parts += [_interface(name, schema) for name, schema in components.items()]
    parts += [_union(name, kinds) for name, kinds in UNIONS.items()]
    return "\n".join(parts)


def _message_keys() -> str:
    keys = "".join(f"  {key}: {json.dumps(list(params))},\n" for key, params in KEYS.items())
    return (
        "/** Every key the server sends as `Text.key`, with the names of its parameters. */\n"
        f"export const MESSAGE_KEYS = {{\n{keys}}} as const;\nexport type MessageKey = keyof typeof MESSAGE_KEYS;\n"
    )


def _interface(name: str, schema: dict[str, Any]) -> str:
    structure = getattr(protocol, name, None) or protocol.EFFECTS[name]
    may_leave_out = issubclass(structure, protocol.Request)
    required = set(schema.get("required", ())) if may_leave_out else set(schema["properties"])
    fields = "".join(
        f"  {field}{'' if field in required else '?'}: {_field(name, field, shape)};\n"
        for field, shape in schema["properties"].items()
    )
    return f"{_comment(schema.get('description'))}export interface {name} {{\n{fields}}}\n"


def _field(name: str, field: str, shape: dict[str, Any]) -> str:
    if (name, field) == ("Text", "key"):
        return "MessageKey"
    return _type(shape)


def _comment(text: str | None) -> str:
    if not text:
        return ""
    lines = text.strip().split("\n")
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line.strip()}".rstrip() + "\n" for line in lines) + " */\n"


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).removeprefix("#/")
    if "enum" in shape:
        return " | ".join(json.dumps(value) for value in shape["enum"])
    if "anyOf" in shape:
        return _alternatives(shape["anyOf"])
    if isinstance(shape.get("type"), list):
        return " | ".join(SIMPLE[kind] for kind in shape["type"])
    return _plain(shape)


def _alternatives(shapes: list[dict[str, Any]]) -> str:
    names = [_type(shape) for shape in shapes]
    if set(names) == set(protocol.EFFECTS):
        return "Effect"
    return " | ".join(dict.fromkeys(names))


def _plain(shape: dict[str, Any]) -> str:
    kind = shape.get("type")
    if kind == "array":
        return _array(shape)
    if kind == "object":
        extra = shape.get("additionalProperties", {})
        return f"Record<string, {_type(extra) if extra else 'unknown'}>"
    return SIMPLE[kind] if kind else "unknown"


def _array(shape: dict[str, Any]) -> str:
    if "prefixItems" in shape:
        return "[" + ", ".join(_type(item) for item in shape["prefixItems"]) + "]"
    item = _type(shape["items"])
    return f"({item})[]" if " " in item else f"{item}[]"


def _union(name: str, kinds: list[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds) + ";\n"


def main(arguments: list[str]) -> None:
    """Writes the file named by the first argument, or standard output."""
    if arguments:
        target = Path(arguments[0])
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(typescript(), encoding="utf-8")
    else:
        sys.stdout.write(typescript())


if __name__ == "__main__":
    main(sys.argv[1:])
