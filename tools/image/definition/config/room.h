// Where gc_alloc need not look for room: MicroPython remembers that only for a single block, and for more
// it looks through all that is in use again and again. mpconfigboard.cmake adds these to py/gc.c.
#include <string.h>

#include "py/mpstate.h"

#if MICROPY_GC_SPLIT_HEAP
#error "There is one heap."
#endif

#define MOST_BLOCKS 16
#define A_BYTE 4 // of the table

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

static inline bool is_free(const byte *table, size_t block) {
    return !(table[block / A_BYTE] >> (block % A_BYTE * 2) & 3);
}

// The blocks from `first` to before `end` became free, and join those beside them; the heap has `all`.
static inline void room_made(const byte *table, size_t all, size_t first, size_t end) {
    while (first && end - first < MOST_BLOCKS && is_free(table, first - 1)) {
        first--;
    }
    while (end < all && end - first < MOST_BLOCKS && is_free(table, end)) {
        end++;
    }
    size_t blocks = end - first < MOST_BLOCKS ? end - first : MOST_BLOCKS;
    for (; blocks && no_room[blocks] > first / A_BYTE; blocks--) {
        no_room[blocks] = first / A_BYTE;
    }
}

// All of it may have become free.
static inline void room_anywhere(void) {
    memset(no_room, 0, sizeof no_room);
}
