// The CRC-32 behind binascii.crc32, a byte at a time: MicroPython's own, by halves of a byte, takes
// half as long again, and a board checks its weights at each start.
#include "lib/uzlib/uzlib.h"
#include "py/qstr.h"

// A byte's remainder is the exclusive or of its bits' remainders.
#define BIT(byte, bit, remainder) ((byte) >> (bit) & 1 ? (remainder) : 0)
#define BYTE(n) \
    (BIT(n, 0, 0x77073096) ^ BIT(n, 1, 0xee0e612c) ^ BIT(n, 2, 0x076dc419) ^ BIT(n, 3, 0x0edb8832) \
    ^ BIT(n, 4, 0x1db71064) ^ BIT(n, 5, 0x3b6e20c8) ^ BIT(n, 6, 0x76dc4190) ^ BIT(n, 7, 0xedb88320))
#define BYTES_4(n) BYTE(n), BYTE(n + 1), BYTE(n + 2), BYTE(n + 3)
#define BYTES_16(n) BYTES_4(n), BYTES_4(n + 4), BYTES_4(n + 8), BYTES_4(n + 12)
#define BYTES_64(n) BYTES_16(n), BYTES_16(n + 16), BYTES_16(n + 32), BYTES_16(n + 48)

static const uint32_t table[256] = {BYTES_64(0), BYTES_64(64), BYTES_64(128), BYTES_64(192)};

uint32_t uzlib_crc32(const void *data, unsigned int length, uint32_t crc) {
    const uint8_t *byte = data;
    for (const uint8_t *end = byte + length; byte < end; ++byte) {
        crc = table[(crc ^ *byte) & 255] ^ crc >> 8;
    }
    return crc; // to be inverted in the end
}

// The name too: MicroPython's build looks for names with the settings that all files have in common.
_Static_assert(MP_QSTR_crc32, "binascii has a crc32");
