"""Take the public corpora from a folder that has them: `python scripts/copy_assets.py [FOLDER]`.

Of the assets of project.yml those that the folder holds, whole, at the same place below it as below
`assets/`, are copied there; the rest is left to `python -m weasel assets`. Without a folder nothing
is done.
"""

from __future__ import annotations

import shutil
import sys
from hashlib import md5
from pathlib import Path

import srsly

ROOT = Path(__file__).parents[1]


def copy(folder: Path, root: Path = ROOT) -> tuple[int, int]:
    """Copy what is there and whole; return the number of files, and that of all assets."""
    assets = srsly.read_yaml(root / "project.yml")["assets"]
    copied = 0
    for asset in assets:
        target = root / asset["dest"]
        source = folder / Path(asset["dest"]).relative_to("assets")
        if source.is_file() and md5(source.read_bytes()).hexdigest() == asset["checksum"]:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            copied += 1
    return copied, len(assets)


if __name__ == "__main__" and len(sys.argv) > 1:
    mirror = Path(sys.argv[1])
    if not mirror.is_dir():
        sys.exit(f"{mirror} is no folder. Give one that is laid out as assets/ is, or none.")
    print("{} of {} assets copied from {}".format(*copy(mirror), mirror))
