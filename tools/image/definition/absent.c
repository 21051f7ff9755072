// MicroPython's main() calls these also where the port is built without what they belong to.

void machine_i2s_init0(void) {
}

void machine_i2s_deinit_all(void) {
}

void machine_uart_deinit_all(void) {
}
