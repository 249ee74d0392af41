"""Players that decide by themselves: `make_bot(name, seed).choose(game)`."""

from tongiaki.bots.bot import Bot, BotFailed, Limits
from tongiaki.bots.foreign import FOREIGN
from tongiaki.bots.play import play, played
from tongiaki.bots.registry import BOTS, UnknownBot, check_bot, make_bot

__all__ = [
    "BOTS",
    "FOREIGN",
    "Bot",
    "BotFailed",
    "Limits",
    "UnknownBot",
    "check_bot",
    "make_bot",
    "play",
    "played",
]
