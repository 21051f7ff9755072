// Where gc_alloc need not look for room: MicroPython remembers that only for a single block, and for more
// it looks through all that is in use again and again. mpconfigboard.cmake adds these to py/gc.c.
#include "py/mpstate.h"

#if MICROPY_GC_SPLIT_HEAP
#error "There is one heap."
#endif

#define MOST_BLOCKS 16
#define BYTES 4 // of the table, for so many blocks

// By number of blocks: no run of so many that are free begins before that byte of the table. Never
// less for more blocks.
static size_t no_room[MOST_BLOCKS + 1];

// Where to look for so many blocks; `from`: where to look for one.
static inline size_t room_for(size_t blocks, size_t from) {
    size_t begin = no_room[blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS];
    return begin > from ? begin : from;
}

// The first run of so many blocks was taken; `next`: the byte of what comes after it.
static inline void room_taken(size_t blocks, size_t next) {
    for (; blocks <= MOST_BLOCKS && no_room[blocks] < next; blocks++) {
        no_room[blocks] = next;
    }
}

// A block in that byte became free, and perhaps joins some before it.
static inline void room_made(size_t byte) {
    size_t begin = byte > BYTES ? byte - BYTES : 0;
    for (size_t blocks = MOST_BLOCKS; blocks && no_room[blocks] > begin; blocks--) {
        no_room[blocks] = begin;
    }
}
