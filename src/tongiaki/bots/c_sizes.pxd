# The numbers of sizes.py as C enums (compile-time only; a test compares the two).
cdef enum:
    COMMON = 32
    OWN = 110
    HIDDEN = 32
    WEIGHTS = 4576
