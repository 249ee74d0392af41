"""Where games are kept: the log of each, the deck that nobody sees, and who may play."""

from tongiaki.server.store.database import Database, database_path
from tongiaki.server.store.kept import Entry, KeptGame, KeptSummary, NewGame, Standing
from tongiaki.server.store.store import NotKept, Store

__all__ = [
    "Database",
    "Entry",
    "KeptGame",
    "KeptSummary",
    "NewGame",
    "NotKept",
    "Standing",
    "Store",
    "database_path",
]
