"""Guest: prints what is read of each text of a JSON list in a file, a line of JSON each."""

import json
import sys
from binascii import hexlify

from tools.matches import MatError, reading


def told(text):
    """What a text is read as, as plain data."""
    try:
        found = reading.read(text)
    except MatError as error:
        return str(error)
    records = [hexlify(record).decode() for record in found.records]
    about = sorted(found.about.items())
    return [records, found.names, about, found.notes, found.faults, found.ends, found.sealed]


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        for text in json.load(file):
            print(json.dumps(told(text)))
