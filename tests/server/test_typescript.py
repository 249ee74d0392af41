"""The client's types follow the protocol."""

import re
import typing
from pathlib import Path

import msgspec

from tongiaki.server import protocol
from tongiaki.server.typescript import typescript
from tongiaki.server.words import KEYS

ROOT = Path(__file__).parents[2]


def test_the_clients_types_are_up_to_date() -> None:
    written = (ROOT / "web/src/protocol/types.ts").read_text("utf-8")
    assert written == typescript(), "run: python -m tongiaki.server.typescript web/src/protocol/types.ts"


def test_every_key_the_server_uses_is_listed() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/tongiaki/server").rglob("*.py"))
    used = set(
        re.findall(
            r'"((?:blocked|refused|problem|notice)_[a-z_]+)"',
            source.replace((ROOT / "src/tongiaki/server/words.py").read_text(), ""),
        )
    )
    assert used == set(KEYS)


def test_what_the_server_sends_is_complete() -> None:
    for kind in typing.get_args(protocol.ServerMessage):
        assert not kind.__struct_config__.omit_defaults
    assert msgspec.json.encode(protocol.Pong()) == b'{"type":"pong"}'
