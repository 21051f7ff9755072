"""`python -m tools VERB`: see tools/verbs.py."""

import sys

from tools.verbs import main

if __name__ == "__main__":
    sys.exit(main())
