"""How large the image in flash is."""

from tools.bench.started import image

_ROOM_KB = 1000  # of the 1,280 that the image may take
_UF2_BLOCK = 512  # bytes, of which 256 go to flash


def rows():
    """The measurement as a row of the table: a dict of name, value, unit, budget and ok."""
    kilobytes = -(-image().stat().st_size * 256 // _UF2_BLOCK // 1024)
    return [
        {
            "name": "size: image in flash",
            "value": kilobytes,
            "unit": "KB",
            "budget": _ROOM_KB,
            "ok": kilobytes <= _ROOM_KB,
        }
    ]
