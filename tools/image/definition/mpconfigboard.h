// What Python sees of the flash, behind the image: the match log, 256 KB, then the files
// (devices/file_system.py). A Pico's image may take 1,280 KB, its files have 512 KB.
// A Pico 2 has 2 MB for the image, 768 KB for the files, and one MB that nothing uses: UF2 files for
// its chip that Raspberry Pi's tools make erase the last sector (its erratum E10).
#if PICO_RP2350
#define MICROPY_HW_BOARD_NAME          "Picogammon on Raspberry Pi Pico 2"
#define MICROPY_HW_FLASH_STORAGE_BASE  (2 * 1024 * 1024)
#define MICROPY_HW_FLASH_STORAGE_BYTES (1024 * 1024)
#else
#define MICROPY_HW_BOARD_NAME          "Picogammon on Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (768 * 1024)
#endif

// Where the prompt's cursor goes: in absent.c, or it would bring the SDK's printf.
#define MICROPY_HAL_HAS_VT100 (0)
void mp_hal_move_cursor_back(unsigned int count);
void mp_hal_erase_line_from_cursor(unsigned int count);
