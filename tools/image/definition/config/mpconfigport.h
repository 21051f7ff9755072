// MicroPython's settings for the RP2040, without what nothing on a board uses: 30 KB for the firmware.
#include_next <mpconfigport.h>

#undef MICROPY_PY_CRYPTOLIB
#undef MICROPY_PY_HASHLIB_SHA1
#undef MICROPY_VFS_FAT
#define MICROPY_PY_CRYPTOLIB    (0)
#define MICROPY_PY_HASHLIB_SHA1 (0)
#define MICROPY_VFS_FAT         (0)

// How many blocks may wait to be marked when memory is tidied, two bytes each. Where that is too few
// all of the heap is marked twice, which takes as long again; 188 waited at most.
#undef MICROPY_ALLOC_GC_STACK_SIZE
#define MICROPY_ALLOC_GC_STACK_SIZE (256)

// Which attribute is meant: tools/image/lookup is faster, and knows this one by another name.
#define MICROPY_WRAP_MP_MAP_LOOKUP(f) f##_theirs
