// MicroPython's settings of TinyUSB, but for what the board asks of a USB port: all that board_config.py's
// SUPPLY_MA says it may draw, not the 250 mA that MicroPython has for every board.
#include_next "tusb_config.h"

#undef USBD_MAX_POWER_MA
#define USBD_MAX_POWER_MA (500)
