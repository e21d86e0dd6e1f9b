"""Run `python -m benchmarks NAME [arguments]`; without a name it lists all."""

import sys

from scripts.door import enter

if __name__ == "__main__":
    sys.exit(enter("benchmarks", sys.argv[1:]))
