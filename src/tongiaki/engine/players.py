"""Who plays which colours (R-1.3, R-11.1)."""

from collections.abc import Sequence

from tongiaki.engine.catalogue import COLOURS
from tongiaki.engine.errors import RuleError, StateError, nearest
from tongiaki.engine.rules import Rules


def check_players(players: Sequence[Sequence[str]], rules: Rules) -> None:
    """Refuse players that the rules do not allow.

    Raises `StateError` for an unknown colour or one used twice, `RuleError` for a number of players or of colours
    that does not agree with `two_colours` (R-1.3, R-11.1).
    """
    if isinstance(players, str) or any(isinstance(colours, str) for colours in players):
        raise StateError('players are a list of colour lists, such as [["red"], ["blue"]]')
    colours = [colour for of_player in players for colour in of_player]
    for colour in colours:
        if colour not in COLOURS:
            raise StateError(f"there is no colour {colour!r}{nearest(colour, COLOURS)}")
        if colours.count(colour) > 1:
            raise StateError(f"the colour {colour} is given twice; each colour belongs to one player (R-1.3)")
    each = 2 if rules.two_colours else 1
    most = 3 if rules.two_colours else 6
    if not 2 <= len(players) <= most:
        rule = (
            "two colours each need 2 or 3 players (R-11.1)" if rules.two_colours else "2 to 6 players (R-1.3)"
        )
        raise RuleError(f"{len(players)} players do not fit: {rule}")
    for n, of_player in enumerate(players):
        if len(of_player) != each:
            raise RuleError(
                f"player {n} has {len(of_player)} colours, but two_colours is {rules.two_colours}: {each} each (R-11.1)"
            )
