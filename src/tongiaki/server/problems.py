"""What is wrong with a request (`Problem`) or a message (`Refusal`), as exceptions with keys for the client."""

from tongiaki.server.protocol import RefusalCode, Text
from tongiaki.server.words import KEYS


def text(key: str, **params: str | int) -> Text:
    """A sentence for a person; its key and parameters are those of `words.KEYS`."""
    if set(KEYS[key]) != set(params):
        raise TypeError(f"{key} has the parameters {KEYS[key]}, not {tuple(params)}")
    return Text(key, params)


class BadRequest(Exception):
    """An HTTP request that does nothing: the status of the answer, its code, and why."""

    def __init__(self, status: int, code: str, why: Text) -> None:
        super().__init__(why.key)
        self.status = status
        self.code = code
        self.why = why


class Refusal(Exception):
    """A message over the WebSocket that does nothing: the code of `Refused`, and why."""

    def __init__(self, code: RefusalCode, why: Text) -> None:
        super().__init__(why.key)
        self.code = code
        self.why = why
