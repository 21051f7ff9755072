"""A board as data, for tests: the buttons' pins are numbered as the buttons are."""

NAME = "bench"

STRIP_PIN = 28
STRIP_ORDER = "GRB"
STRIP_MA_PER_CHANNEL = 20
STRIP_IDLE_MA = 1
SUPPLY_MA = 500
OTHERS_MA = 100
LIGHTS_PER_POINT = 1
WIRING = ((1, 24),)

OLED_DRIVER = "ssd1306"
OLED_ADDRESS = 0x3C
OLED_FLIP = False
I2C_ID = 0
I2C_SDA_PIN = 4
I2C_SCL_PIN = 5
I2C_FREQUENCY = 400_000

BUTTON_PINS = (0, 1, 2, 3)
PIEZO_PIN = 15
