"""The engine's small numbers: phases, kinds of move, ends of a voyage, effects, option values.

The same numbers stand as C enums in `c_constants.pxd`; a test compares the two.
"""

# Phases of a game.
SETUP = 0
TURN = 1
CHAIN = 2
LANDING = 3
LAY = 4
SETTLE = 5
DRAW = 6
OVER = 7

# Kinds of move, in the order of the enumeration.
PLACE = 0
PASS = 1
KING = 2
RESETTLE = 3
EXPAND = 4
SHIFT = 5
ENTER = 6
SETTLING = 7
LAYING = 8
SAIL = 9
LAND = 10

# What follows a step.
ASK = 0
ARRIVED = 1
VOYAGE_OVER = 2
CHAIN_NEXT = 3
TURN_OVER = 4
GAME_OVER = 5

# Where a known way ends.
UNKNOWN = 0
ISLAND = 1
ROYAL = 2
LOST = 3

# For whom a tile is drawn.
FOR_FLEET = 0
FOR_RESETTLEMENT = 1
FOR_CHAIN = 2

# Reasons for the end.
RUNNING = 0
LAST_WATER = 1
LAST_ISLAND = 2
IDLE = 3

# Causes: a fleet lost, boats taken.
BY_NUMBER = 0
BY_DECK = 1
BY_END = 2
BY_KING = 0
BY_RESETTLE = 1
BY_ENDLESS = 2
BY_CIRCLES = 3

# Option values (rules, section 12).
EACH_BEACH = 0
EMPTY_FIRST = 1
FREE = 2
FINISH_TURN = 0
FINISH_VOYAGE = 1
IMMEDIATE = 2

# Effects, in the order of `effects.KINDS`.
TURN_BEGAN = 0
BOAT_PLACED = 1
BOAT_MOVED = 2
FLEET_SAILED = 3
TILE_DRAWN = 4
TILE_LAID = 5
NUMBER_MET = 6
FLEET_MOVED = 7
FLEET_TURNED_BACK = 8
FLEET_ARRIVED = 9
FLEET_LOST = 10
BOAT_LANDED = 11
FLEET_SENT_HOME = 12
BOATS_TAKEN = 13
ROYAL_FOUNDED = 14
ISLAND_REMOVED = 15
END_TRIGGERED = 16
TURN_PASSED = 17
TURN_ENDED = 18
GAME_ENDED = 19

# Sizes.
N_COLOURS = 6
N_ISLANDS = 16
N_TILES = 32
N_BEACHES = 47
NONE = 255
CENTRE = 64
BOATS_EACH = 15
QUIET_LIMIT = 50
POSITIONS_LIMIT = 50000
ROW = 11
"""Numbers an effect takes in the buffer: kind, four arguments, six counts of boats."""
