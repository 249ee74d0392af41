"""Who has a rating: persons with a claimed name, by their id, and the bots that come with the program."""

from tongiaki.bots import BOTS

BOT = "bot:"


def is_rated_bot(bot: str) -> bool:
    """Whether it always plays alike: it is ours, and without options."""
    return bot in BOTS and not hasattr(BOTS[bot], "program")  # a program of others has one


def bot_player(bot: str) -> str:
    """Under what the rating of a bot stands."""
    return BOT + bot


def bot_of(player: str) -> str | None:
    """The bot, if it is one."""
    return player.removeprefix(BOT) if player.startswith(BOT) else None
