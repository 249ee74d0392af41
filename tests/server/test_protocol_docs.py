"""`docs/protocol.md` is true: its examples are messages of the protocol, and its lists are complete."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from tongiaki.server import people_protocol, protocol, review_protocol, room_protocol
from tongiaki.server.http import router
from tongiaki.server.operating import router as operating
from tongiaki.server.people.http import router as people
from tongiaki.server.problems import text
from tongiaki.server.rating.http import router as rating
from tongiaki.server.review.http import router as review
from tongiaki.server.rooms.http import router as rooms
from tongiaki.server.settings import Settings

DOCS = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCS, re.S)


@pytest.mark.parametrize(("kind", "example"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_an_example_is_what_it_says(kind: str, example: str) -> None:
    parts = (protocol, room_protocol, people_protocol, review_protocol)
    structure = next(getattr(part, kind) for part in parts if hasattr(part, kind))
    message = msgspec.json.decode(example, type=structure)
    if not issubclass(structure, protocol.Request):  # what the server sends is complete
        assert msgspec.json.decode(msgspec.json.encode(message)) == msgspec.json.decode(example)
    why = getattr(message, "why", None)
    if why is not None:
        assert why == text(why.key, **why.params)


def test_every_message_and_address_is_described() -> None:
    messages = protocol.ClientMessage | protocol.ServerMessage
    in_rooms = room_protocol.RoomClientMessage | room_protocol.RoomServerMessage
    for message in typing.get_args(messages | in_rooms):
        assert f"`{message.__struct_config__.tag}`" in DOCS
    for code in typing.get_args(protocol.RefusalCode):
        assert f"| `{code}` |" in DOCS
    for route in [
        *router,
        *rooms,
        *operating,
        *people,
        *rating,
        *review,
    ]:
        assert route.path in DOCS  # type: ignore[attr-defined]


def test_the_limits_are_the_real_ones() -> None:
    settings = Settings(db=Path("games.db"))
    assert f"at most {settings.most_body // 1024} KiB" in DOCS
    assert (
        f"at most {settings.most_message // 1024} KiB, a play has at most {settings.most_lines} lines" in DOCS
    )
    assert f"{settings.most_waiting} messages" in DOCS.replace("\n", " ")
