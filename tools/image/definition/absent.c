#include "py/mphal.h"

// MicroPython's main() calls these also where the port is built without what they belong to.

void machine_i2s_init0(void) {
}

void machine_i2s_deinit_all(void) {
}

void machine_uart_deinit_all(void) {
}

// The prompt's cursor, as MicroPython's own moves it by a terminal's commands, but without printf.
void mp_hal_move_cursor_back(unsigned int count) {
    while (count--) {
        mp_hal_stdout_tx_strn("\b", 1);
    }
}

void mp_hal_erase_line_from_cursor(unsigned int count) {
    (void)count;
    mp_hal_stdout_tx_strn("\x1b[K", 3);
}
