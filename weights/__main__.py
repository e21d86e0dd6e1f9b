"""Run `python -m weights NAME [arguments]`; without a name it lists all."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # for `python .` in this folder

from scripts.door import enter  # noqa: E402

if __name__ == "__main__":
    sys.exit(enter("weights", sys.argv[1:]))
