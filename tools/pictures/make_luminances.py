"""How much light each lightness is, as firmware/picogammon/app/display/luminances.py.

255 steps of CIE's L* (1976), to 55 of it, where 100 is a WS2812B with all three colours fully on.
"""

from pathlib import Path

TARGET = Path(__file__).parents[2] / "firmware/picogammon/app/display/luminances.py"
_ALL_MCD = 1285  # red 405, green 690 and blue 190: the middle of what its data sheet says
_UNIT = 128  # parts of a mcd
_MOST = 55  # L*
_STEPS = 255
_HEAD = '''"""The light of each lightness, 0..255 (L* 0..55), in 128ths of a mcd.

Each takes two bytes, the lower one first; they stay in flash. Made by `python -m tools.pictures`;
make_luminances.py there has the formula. Worked out here, it would take 35 ms at each start.
"""

LUMINANCES = (
'''


def luminances():
    """The list of them."""
    found = []
    for i in range(_STEPS + 1):
        lightness = i * _MOST  # 255ths of L*
        if lightness <= 8 * _STEPS:
            found.append(_ALL_MCD * _UNIT * 10 * lightness // (9033 * _STEPS))
        else:
            found.append(_ALL_MCD * _UNIT * (lightness + 16 * _STEPS) ** 3 // (116 * _STEPS) ** 3)
    return found


def render():
    """The source text of luminances.py."""
    data = b"".join(value.to_bytes(2, "little") for value in luminances())
    lines = [data[i : i + 20] for i in range(0, len(data), 20)]
    texts = ['    b"' + "".join(f"\\x{byte:02x}" for byte in line) + '"' for line in lines]
    return _HEAD + "\n".join(texts) + "\n)\n"


def write():
    """Writes luminances.py and returns its path."""
    TARGET.write_text(render())
    return TARGET
