"""Draw the picture of the README: `python scripts/make_picture.py`, as `project document` does.

The pair is the worked example of Marsi and Krahmer 2010, *Automatic analysis of semantic similarity
in comparable text through syntactic tree matching*.
"""

from pathlib import Path

from spacy_paraphrase import compare
from spacy_paraphrase.render import to_svg

SOURCE = "Daily coffee diminishes risk on Alzheimer and Dementia."
TARGET = "Three cups of coffee a day reduces chance on Parkinson and Dementia."
PICTURE = Path(__file__).parents[1] / "docs" / "images" / "pair.svg"


def picture() -> str:
    """Return the picture of the pair as the default pipeline aligns it."""
    return to_svg(compare(SOURCE, TARGET)) + "\n"


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"wrote {PICTURE}")


if __name__ == "__main__":
    main()
