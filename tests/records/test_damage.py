"""Whatever is wrong with a record, it is a `RecordError` that says where."""

# ruff: noqa: PT017 - read or refused, both are right here
import copy
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.samples import golden, running
from tongiaki.records import GameRecord, NotationError, RecordError, parse
from tongiaki.records.replay import verify

SHORT = running(30)
WHOLE = golden(40)
WORDS = st.text(max_size=8) | st.sampled_from(
    [*SHORT["moves"], *SHORT["deck"], "Tonga", "pass", "red", "idle", "agreed"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def places(value, at=()):
    """Every place in a record, as the keys that lead there."""
    yield at
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in steps:
        yield from places(inner, (*at, key))


def damaged(record, at, value):
    if not at:
        return value
    record = copy.deepcopy(record)
    inner = record
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return record


@settings(deadline=None, max_examples=150)
@given(st.sampled_from([(r, at) for r in (SHORT, WHOLE) for at in places(r)]), VALUES)
def test_a_record_with_anything_anywhere_is_read_or_refused(place, value):
    record, at = place
    try:
        read = GameRecord.from_json(json.dumps(damaged(record, at, value)))
        verify(read)
    except RecordError as error:
        assert error.message
        assert 0 <= error.ply <= len(record["moves"])
    else:
        again = GameRecord.from_json(read.to_json())
        assert again == read


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_is_read_or_refused(text):
    try:
        GameRecord.from_json(text)
    except RecordError as error:
        assert error.message


@given(st.text(max_size=30) | st.lists(WORDS, max_size=5).map(" ".join))
def test_any_line_is_read_or_refused(line):
    try:
        assert parse(parse(line).line) == parse(line)
    except NotationError as error:
        assert error.problem
