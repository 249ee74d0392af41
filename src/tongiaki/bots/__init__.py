"""Players that decide by themselves: `make_bot(name, seed).choose(game)`."""

from tongiaki.bots.bot import BOTS, Bot, UnknownBot, make_bot
from tongiaki.bots.play import played

__all__ = ["BOTS", "Bot", "UnknownBot", "make_bot", "played"]
