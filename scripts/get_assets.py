"""Get the public corpora: `python scripts/get_assets.py [--extra] [FOLDER]`.

Of the assets of project.yml those that the folder holds, whole, at the same place below it as below
`assets/`, are copied there; the rest is fetched from the network, with --extra also what only
benchmarks and the weights of the package need.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from contextlib import suppress
from hashlib import md5
from pathlib import Path
from typing import Any

import srsly
from weasel.cli.assets import project_assets

ROOT = Path(__file__).parents[1]


def copy(folder: Path, root: Path = ROOT) -> tuple[int, int]:
    """Copy what is there and whole; return the number of files, and that of all assets."""
    assets = wanted(root, extra=True)
    copied = 0
    for asset in assets:
        target = root / asset["dest"]
        source = folder / Path(asset["dest"]).relative_to("assets")
        if source.is_file() and md5(source.read_bytes()).hexdigest() == asset["checksum"]:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            copied += 1
    return copied, len(assets)


def wanted(root: Path, extra: bool) -> list[dict[str, Any]]:
    """Return the assets of a project, without or with those that are marked extra."""
    assets = srsly.read_yaml(root / "project.yml")["assets"]
    return [asset for asset in assets if extra or not asset.get("extra")]


def main() -> None:
    """Copy and fetch; end with a line on what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="which has corpora already")
    parser.add_argument("--extra", action="store_true", help="all of them")
    args = parser.parse_args()
    if args.folder is not None:
        if not args.folder.is_dir():
            sys.exit(
                f"{args.folder} is no folder. Give one that is laid out as assets/ is, or none."
            )
        print("{} of {} assets copied from {}".format(*copy(args.folder), args.folder), flush=True)
    with suppress(OSError):  # of the network, too; what is missing is told
        project_assets(ROOT, extra=args.extra)
    # Those without an address can only be put there; weasel has told of them.
    names = [asset["dest"] for asset in wanted(ROOT, args.extra) if "url" in asset]
    missing = [name for name in names if not (ROOT / name).exists()]
    if missing:
        sys.exit(
            f"Of {len(names)} assets {len(missing)} cannot be fetched, such as {missing[0]}. "
            "Is there a network? Or name a folder that has them: --vars.mirror FOLDER."
        )


if __name__ == "__main__":
    main()
