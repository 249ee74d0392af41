"""A game looked back on: chances of victory, luck of the draws, errors of the decisions (docs/review.md)."""

from tongiaki.review.decisions import Judged, judged
from tongiaki.review.moments import Moment, moments, steps_of
from tongiaki.review.review import Review, Share, review_of, shares

__all__ = ["Judged", "Moment", "Review", "Share", "judged", "moments", "review_of", "shares", "steps_of"]
