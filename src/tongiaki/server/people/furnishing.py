"""The parts about persons, put together in the application's state."""

from starlette.applications import Starlette

from tongiaki.server.others import Others
from tongiaki.server.people.leaving import Leaving
from tongiaki.server.people.moving import Moving
from tongiaki.server.people.people import People
from tongiaki.server.people.renaming import Renaming
from tongiaki.server.people.retention import Retention
from tongiaki.server.store.forgetting import Forgetting
from tongiaki.server.store.people import PeopleStore
from tongiaki.server.store.store import Store


def furnish(app: Starlette, store: Store, others: Others) -> Retention:
    """Persons beside the rooms and tables that are there already; what is too old is deleted by what is returned."""
    state = app.state
    state.people = People(PeopleStore(store), others)
    state.forgetting = Forgetting(store)
    state.moving = Moving(state.people, state.rooms, state.tables, state.forgetting, others)
    state.leaving = Leaving(state.people, state.moving, state.rooms, state.tables, state.forgetting, others)
    state.renaming = Renaming(state.people, state.leaving, state.moving, state.rooms, others)
    retention = state.retention = Retention(state.people, state.leaving, store.leases)
    return retention
