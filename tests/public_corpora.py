"""Where the public corpora are, for the tests that read them: most machines have none."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
# Where `python -m weasel run assets-all` puts them, and a mirror beside the clone, if there is one.
FOLDERS = (ROOT / "assets", ROOT / ".." / "shared" / "data")


def corpus(path):
    """Return a file or folder of the public corpora; it exists where the corpora are there."""
    found = [folder / path for folder in FOLDERS if (folder / path).exists()]
    return next(iter(found), FOLDERS[0] / path)
