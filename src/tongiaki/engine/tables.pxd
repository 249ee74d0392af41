cdef class Tables:
    # [tile * 6 + edge]: the other edge of the route that starts there (NONE on islands), and its number.
    cdef public unsigned char route_exit[192]
    cdef public unsigned char route_number[192]
    # [island]
    cdef public unsigned char value[16]
    cdef public unsigned char first_beach[17]
    cdef public unsigned long long beach_bits[16]  # its beaches, one bit each
    # [beach]
    cdef public unsigned char island_of[47]
    cdef public unsigned char berths[47]
    cdef public unsigned char first_pier[48]
    # [pier]
    cdef public unsigned char pier_island[79]
    cdef public unsigned char pier_edge[79]
    cdef public unsigned char pier_beach[79]
    # [direction]
    cdef public int step_q[6]
    cdef public int step_r[6]
    # [n]: 2 ** n, for shifts beyond 31 bits
    cdef public unsigned long long bit[64]
    # [move]; boats: [move * 6 + local beach]
    cdef public unsigned char kind[4823]
    cdef public unsigned char x[4823]
    cdef public unsigned char y[4823]
    cdef public unsigned char boats[28938]
    # [island * 8 + boats]: expansions with at most one boat a beach, then all
    cdef public int span_first[128]
    cdef public int span_spread[128]
    cdef public int span_end[128]
    # first number of each kind of move
    cdef public int place0, pass0, king0, resettle0, shift0, enter0, enter_one, lay0, sail0, land0
    # [island]: settling with one boat, with two, end
    cdef public int settle_one[16]
    cdef public int settle_two[16]
    cdef public int settle_end[16]
    cpdef object _moves(self)

cdef class Moves:
    cdef int count
    cdef unsigned short move[4096]

cdef inline void add(Moves moves, int move) noexcept nogil:
    moves.move[moves.count] = move
    moves.count += 1

# Without a branch: the processor cannot guess what is on a board.
cdef inline void add_if(bint legal, Moves moves, int move) noexcept nogil:
    moves.move[moves.count] = move
    moves.count += legal

# The number of the lowest bit that is set.
cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int lowest_bit(unsigned long long bits) { unsigned long n; _BitScanForward64(&n, bits); return n; }
    #else
    #define lowest_bit(bits) __builtin_ctzll(bits)
    #endif
    """
    int lowest "lowest_bit" (unsigned long long bits) noexcept nogil

cdef Tables TABLES
