"""The sizes of the value network; `c_sizes.pxd` has the same numbers as C enums, and a test compares the two."""

COMMON = 32
"""Features that are the same for all players."""
OWN = 110
"""Features of one player."""
HIDDEN = 32
"""Units."""
WEIGHTS = (COMMON + OWN + 1) * HIDDEN
"""A weight for each feature and unit, then one for each unit."""
