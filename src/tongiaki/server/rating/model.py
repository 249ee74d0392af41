"""How a result changes strengths: OpenSkill's Bradley-Terry model of neighbours in rank, each player a team of one."""

from collections.abc import Sequence

from openskill.models import BradleyTerryPart

from tongiaki.server.store.ratings import Strength

MODEL = BradleyTerryPart()

MIDDLE, POINTS = 1500, 30
"""What is shown of an average strength, and for one unit: about 400 points are odds of ten to one, as in Elo's."""
SURE = 2
"""Standard deviations on each side: the strength lies between with 95 of 100."""


NEW = Strength(MODEL.mu, MODEL.sigma)
"""Of somebody who has not played yet."""


def shown(strength: Strength) -> int:
    """As a number for people."""
    return round(MIDDLE + POINTS * (strength.mu - MODEL.mu))


def spread(strength: Strength) -> int:
    """It lies so far on either side of it, 95 % sure."""
    return round(POINTS * SURE * strength.sigma)


def after(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a game; `places`: 1 is the winner, equal ones are shared."""
    teams = [[MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in strengths]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(player.mu, player.sigma) for (player,) in rated]
