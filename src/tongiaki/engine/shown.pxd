cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.landing cimport free_berths
from tongiaki.engine.state cimport State, active
from tongiaki.engine.tables cimport TABLES

@cython.locals(tile=int, beach=int, island=int, n=int)
cdef dict position_of(State s)
@cython.locals(colour=int)
cdef dict _counted(unsigned char* boats, int place)
@cython.locals(tile=int)
cdef list deck_of(State s)
@cython.locals(tile=int)
cdef list removed_of(State s)
cdef dict details_of(State s)
@cython.locals(beach=int, begin=int, local=int)
cdef _add_landing(State s, dict details)
@cython.locals(island=int, beach=int)
cdef dict sums_of(State s)
