// The first megabyte holds MicroPython, the firmware and its tables, the second the file system.
#define MICROPY_HW_BOARD_NAME          "Picogammon on Raspberry Pi Pico"
#define MICROPY_HW_FLASH_STORAGE_BYTES (1024 * 1024)
