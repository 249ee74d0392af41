"""The odds of a voyage (R-5): exact, or with a bound on what was left out (see `docs/odds.md`)."""

from tongiaki.odds.figures import Chance, Odds
from tongiaki.odds.voyages import BOUND, OddsError, beach_odds, voyage_odds

__all__ = ["BOUND", "Chance", "Odds", "OddsError", "beach_odds", "voyage_odds"]
