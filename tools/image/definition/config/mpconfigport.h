// MicroPython's settings for the RP2040, without what nothing on a board uses: 30 KB for the firmware.
#include_next <mpconfigport.h>

#undef MICROPY_PY_CRYPTOLIB
#undef MICROPY_PY_HASHLIB_SHA1
#undef MICROPY_VFS_FAT
#define MICROPY_PY_CRYPTOLIB    (0)
#define MICROPY_PY_HASHLIB_SHA1 (0)
#define MICROPY_VFS_FAT         (0)
