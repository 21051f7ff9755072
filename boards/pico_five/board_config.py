"""Five lights a point, lights for bar and off, an SSD1306, four buttons: a Raspberry Pi Pico.

Data only: pins, wiring and current. tools/boards checks it and makes wiring.svg and
the table in boards/README.md from it.
"""

NAME = "pico_five"
TITLE = "Raspberry Pi Pico, five lights a point"

# The strip: the order in which its lights want red, green and blue, and what they draw.
STRIP_PIN = 28
STRIP_ORDER = "GRB"
STRIP_MA_PER_CHANNEL = 20  # one colour of one light, fully on
STRIP_IDLE_MA = 1  # one light, dark: 140 of them are a third of what a USB port gives

# All together may draw SUPPLY_MA (a USB port gives 500); the strip gets what OTHERS_MA leaves.
SUPPLY_MA = 500
OTHERS_MA = 100  # Pico at full speed, OLED with every pixel lit, piezo

# Which light is where, walking along the strip from its data input: see picogammon.devices.strip.
# A snake from player 0's off over the lower side to the left, and back over the upper side.
LIGHTS_PER_POINT = 5
WIRING = (
    ("off", 0, "out"),
    (1, 6, "in out"),
    ("bar", 0),
    (7, 12, "out in"),
    (13, 18, "out in"),
    ("bar", 1, "out"),
    (19, 24, "in out"),
    ("off", 1),
)

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

# A button for each place, between a row and a column: see picogammon.devices.matrix. Both may go.
PLACE_ROW_PINS = (6, 7, 8, 9, 14)  # points 1-6, 7-12, 13-18, 19-24; bars, offs, dice and cube
PLACE_COLUMN_PINS = (16, 17, 18, 19, 20, 21)

PIEZO_PIN = 15  # may be left unconnected; None: the board has no sound
