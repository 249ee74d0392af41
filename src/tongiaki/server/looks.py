"""What a name looks like: two names with the same look are hard to tell apart on a screen.

A small table beside Python's `unicodedata` (docs/decisions/0053-names-that-look-alike.md).
"""

import re
import unicodedata

_CAPITALS = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "АВЕЅІЈКМНОРСТУХҮԌԚԜ" + "|10",
    "ABEZHIKMNOPTYX" + "ABESIJKMHOPCTYXYGQW" + "IIO",
)
"""Greek and Cyrillic capitals, and signs that look like a letter."""

_SMALL = str.maketrans(
    "αγεηικνορτυχωςϲϳ" + "аеорсухіјѕһԁԛԝкмтвнпгѵ" + "øłđħŧıɑɡ",
    "ayenikvoptuxwscj" + "aeopcyxijshdqwkmtbhnrv" + "oldhtiag",
)
"""What is left as small letters, and Latin letters with a stroke."""

_JOINED = {"æ": "ae", "œ": "oe", "ß": "ss", "þ": "p"}


BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as letters or signs, and show nothing."""


def look_of(name: str) -> str:
    """Case, accents, blanks and signs do not matter, nor in which script a letter is that looks the same."""
    plain = "".join(
        sign
        for sign in unicodedata.normalize("NFKD", name)
        if sign not in BLANK and not unicodedata.category(sign).startswith("M")
    )
    words = (_upright(word) for word in plain.translate(_CAPITALS).split())
    small = "".join(words).casefold().translate(_SMALL)
    letters = re.sub(r"[\W_]", "", "".join(_JOINED.get(sign, sign) for sign in small))
    return letters or plain


def _upright(word: str) -> str:
    """A capital I and a small L look the same: which of them belongs there is told by the other letters."""
    if word.startswith("l"):
        word = "I" + word[1:]
    return word[0] + word[1:].replace("I", "l") if any(sign.islower() for sign in word) else word
