"""R-5.6: the beaches that the next boat of a landing fleet may go to."""


def next_berths(
    berths: dict[str, int], there: dict[str, int], landed: dict[str, int], spread: str
) -> list[str]:
    """Berths of each beach, boats there now, boats of this fleet among them; the option `landing_spread`."""
    free = [beach for beach in berths if there[beach] < berths[beach]]
    if spread == "each_beach":
        first = [beach for beach in free if landed[beach] == 0]
    elif spread == "empty_first":
        first = [beach for beach in free if there[beach] == 0]
    else:
        first = []
    return first or free
