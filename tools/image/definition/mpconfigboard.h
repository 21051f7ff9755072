// The Pico's first megabyte holds MicroPython, the firmware and its tables, the second the file system.
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
