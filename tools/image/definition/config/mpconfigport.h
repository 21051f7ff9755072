// MicroPython's settings for the RP2040, without what nothing on a board uses: 95 KB for the firmware. Without
// threads, all runs on one core, and the interpreter asks less often which of them it is in. All numbers are integers.
#include_next <mpconfigport.h>

#undef MICROPY_PY_CRYPTOLIB
#undef MICROPY_PY_HASHLIB_SHA1
#undef MICROPY_VFS_FAT
#undef MICROPY_PY_THREAD
#undef MICROPY_PY_MACHINE_ADC
#undef MICROPY_PY_MACHINE_SOFTSPI
#undef MICROPY_PY_MACHINE_SPI
#undef MICROPY_PY_MACHINE_PULSE
#undef MICROPY_PY_MACHINE_DHT_READINTO
#undef MICROPY_PY_ONEWIRE
#undef MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE
#undef MICROPY_PY_FRAMEBUF
#undef MICROPY_PY_ASYNCIO
#undef MICROPY_PY_UCTYPES
#undef MICROPY_PY_THREAD_GIL
#undef MICROPY_THREAD_YIELD
#undef MICROPY_PY_MACHINE_I2S
#undef MICROPY_PY_MACHINE_UART
#undef MICROPY_FLOAT_IMPL
#define MICROPY_PY_CRYPTOLIB                 (0)
#define MICROPY_PY_HASHLIB_SHA1              (0)
#define MICROPY_VFS_FAT                      (0)
#define MICROPY_PY_THREAD                    (0)
#define MICROPY_PY_MACHINE_ADC               (0)
#define MICROPY_PY_MACHINE_SOFTSPI           (0)
#define MICROPY_PY_MACHINE_SPI               (0)
#define MICROPY_PY_MACHINE_PULSE             (0)
#define MICROPY_PY_MACHINE_DHT_READINTO      (0)
#define MICROPY_PY_ONEWIRE                   (0)
#define MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE (0)
#define MICROPY_PY_CMATH                     (0)
#define MICROPY_PY_MATH_SPECIAL_FUNCTIONS    (0)
#define MICROPY_PY_FRAMEBUF                  (0)
#define MICROPY_PY_UCTYPES                   (0)
#define MICROPY_PY_BUILTINS_COMPLEX          (0)
#define MICROPY_PY_MATH                      (0)
#define MICROPY_PY_RE                        (0)
#define MICROPY_PY_HEAPQ                     (0)
#define MICROPY_PY_MACHINE_I2S               (0)
#define MICROPY_PY_MACHINE_UART              (0)
#define MICROPY_FLOAT_IMPL                   (MICROPY_FLOAT_IMPL_NONE)
#define MICROPY_PY_ASYNCIO                   (0)
#define MICROPY_PY_MACHINE_SIGNAL            (0)
#define MICROPY_PY_RANDOM                    (0)
#define MICROPY_PY_PLATFORM                  (0)
#define MICROPY_PY_COLLECTIONS_DEQUE         (0)
#define MICROPY_PY_MICROPYTHON_RINGIO        (0)
#define MICROPY_PY_BUILTINS_FROZENSET        (0)
#define MICROPY_PY_BUILTINS_EXECFILE         (0)
#define MICROPY_PY_BUILTINS_POW3             (0)
#define MICROPY_PY_BUILTINS_NOTIMPLEMENTED   (0)
#define MICROPY_PY_BUILTINS_HELP             (0)
#define MICROPY_PY_BUILTINS_INPUT            (0)
#define MICROPY_PY_BUILTINS_STR_CENTER       (0)
#define MICROPY_REPL_AUTO_INDENT             (0)

// Nothing is unpacked. For modbinascii.c alone (mpconfigboard.cmake): its crc32 belongs to that.
#ifdef PICOGAMMON_CRC32
#define MICROPY_PY_DEFLATE                   (1)
#else
#define MICROPY_PY_DEFLATE                   (0)
#endif

// For the compiler's own files alone (mpconfigboard.cmake).
#ifdef PICOGAMMON_BYTECODE_ONLY
#undef MICROPY_EMIT_THUMB
#undef MICROPY_EMIT_INLINE_THUMB
#define MICROPY_EMIT_THUMB                   (0)
#define MICROPY_EMIT_INLINE_THUMB            (0)
#endif

// How many blocks may wait to be marked when memory is tidied, two bytes each. Where that is too few
// all of the heap is marked twice, which takes as long again; 188 waited at most.
#undef MICROPY_ALLOC_GC_STACK_SIZE
#define MICROPY_ALLOC_GC_STACK_SIZE (256)
