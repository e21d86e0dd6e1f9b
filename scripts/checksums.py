"""Write the SHA-256 of every data file of the package, against which it is read.

    python scripts/checksums.py

Run it when data files were made anew.
"""

from hashlib import sha256

from spacy_paraphrase.jobs.arrays import CHECKSUMS, PACKAGE

# Files that are read at run time; licences, templates and the like do no harm when they change.
PATTERNS = (
    *("analysis/data/*", "generation/data/*", "lexicon/data/en.*", "relations/*.judge"),
    *("ml/weights/en", "ml/weights/en-*", "ml/weights/encoder/[!L]*", "relations/*.json"),
    *("scoring/weights/*", "texts/*.json", "acquire/*.json"),
)


def lines() -> list[str]:
    """Return a line for each file, as `sha256sum` writes them."""
    paths = sorted({path for pattern in PATTERNS for path in PACKAGE.glob(pattern)})
    return [
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(PACKAGE).as_posix()}\n"
        for path in paths
    ]


if __name__ == "__main__":
    CHECKSUMS.write_text("".join(lines()), encoding="utf-8")
