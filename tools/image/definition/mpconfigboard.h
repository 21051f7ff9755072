// What Python sees of the flash: the Pico's second megabyte. Layout 1's file system has all of it, layout
// 2's (devices/file_system.py) begins 256 KB farther on. As long as there may be boards with layout 1, an
// image takes the first megabyte alone: MicroPython, the firmware and its tables. Then 256 KB are free.
// The Pico 2 has two for the former, one for the latter, and one that nothing uses: UF2 files for
// its chip that Raspberry Pi's tools make erase the last sector (its erratum E10).
#if PICO_RP2350
#define MICROPY_HW_BOARD_NAME          "Picogammon on Raspberry Pi Pico 2"
#define MICROPY_HW_FLASH_STORAGE_BASE  (2 * 1024 * 1024)
#else
#define MICROPY_HW_BOARD_NAME          "Picogammon on Raspberry Pi Pico"
#endif
#define MICROPY_HW_FLASH_STORAGE_BYTES (1024 * 1024)

// Where the prompt's cursor goes: in absent.c, or it would bring the SDK's printf.
#define MICROPY_HAL_HAS_VT100 (0)
void mp_hal_move_cursor_back(unsigned int count);
void mp_hal_erase_line_from_cursor(unsigned int count);
