// What binascii.crc32 counts with, without all that unpacks, which MicroPython has in one file with it.
#include "py/qstr.h"

#include "lib/uzlib/crc32.c"

// The name too: MicroPython's build looks for names with the settings that all files have in common.
_Static_assert(MP_QSTR_crc32, "binascii has a crc32");
