"""The reference board: a Raspberry Pi Pico, one light a point, an SSD1306, four buttons to ground.

Data only: pins, wiring and current. tools/boards checks it and makes wiring.svg from it.
"""

NAME = "pico2"
TITLE = "Raspberry Pi Pico 2"
COMPUTER = "pico2"

# The strip: the order in which its lights want red, green and blue, and what they draw.
STRIP_PIN = 28
STRIP_ORDER = "GRB"
STRIP_MA_PER_CHANNEL = 20  # one colour of one light, fully on
STRIP_IDLE_MA = 1  # one light, dark

# All together may draw SUPPLY_MA (a USB port gives 500); the strip gets what OTHERS_MA leaves.
SUPPLY_MA = 500
OTHERS_MA = 100  # Pico at full speed, OLED with every pixel lit, piezo

# Which light is where, walking along the strip from its data input: see picogammon.devices.strip.
LIGHTS_PER_POINT = 1
WIRING = ((1, 24),)

# HOME_LEFT = True: the home boards lie, and are printed, at the left; WIRING's points go with them.

OLED_DRIVER = "ssd1306"  # or "sh1106"
OLED_ADDRESS = 0x3C
OLED_FLIP = False  # True: the module is mounted upside down
I2C_ID = 0
I2C_SDA_PIN = 4
I2C_SCL_PIN = 5
I2C_FREQUENCY = 400_000

# PREV, NEXT, OK, BACK: each switch connects its pin to ground, the pull-ups are the Pico's own.
BUTTON_PINS = (10, 11, 12, 13)

PIEZO_PIN = 15  # may be left unconnected; None: the board has no sound
