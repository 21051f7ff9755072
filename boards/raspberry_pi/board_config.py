"""A Raspberry Pi (a Linux computer with GPIO) in place of the Pico; all else as the reference
board.

Data only: pins, wiring and current. tools/boards checks it and makes the table and the picture in
README.md from it. Pins are GPIO numbers.
"""

NAME = "raspberry_pi"
TITLE = "Raspberry Pi"
COMPUTER = "raspberry_pi"

# The strip: the order in which its lights want red, green and blue, and what they draw.
STRIP_PIN = 18  # or 10, 12, 21: no others can drive a strip
STRIP_ORDER = "GRB"
STRIP_MA_PER_CHANNEL = 20  # one colour of one light, fully on
STRIP_IDLE_MA = 1  # one light, dark

# What the Raspberry Pi's supply has to spare, all together; the strip gets what OTHERS_MA leaves.
SUPPLY_MA = 1000
OTHERS_MA = 100  # OLED with every pixel lit, piezo

# Which light is where, walking along the strip from its data input: see picogammon.devices.strip.
LIGHTS_PER_POINT = 1
WIRING = ((1, 24),)

OLED_DRIVER = "ssd1306"  # or "sh1106"
OLED_ADDRESS = 0x3C
OLED_FLIP = False  # True: the module is mounted upside down
I2C_ID = 1
I2C_SDA_PIN = 2
I2C_SCL_PIN = 3
I2C_FREQUENCY = 400_000  # what config.txt sets; see README.md

# PREV, NEXT, OK, BACK: each switch connects its pin to ground, the pull-ups are the computer's own.
BUTTON_PINS = (5, 6, 19, 26)

PIEZO_PIN = 13  # may be left unconnected; None: the board has no sound
