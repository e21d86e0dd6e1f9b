"""A pipeline of ours as a package: made in one environment, installed and run in another.

Run by .ci/run from another folder: `python -I packaged_pipeline.py make FOLDER` where the plugin is
installed, and `python -I packaged_pipeline.py run` where nothing but the package of the pipeline
was asked for, which has to bring the plugin along. There nobody imports the plugin.
"""

import sys
from pathlib import Path

import spacy

PAIR = "A puppy is sleeping on the sofa.\nA dog is sleeping on the sofa."


def make(folder: Path) -> None:
    """Package a pipeline, to be built as a wheel."""
    from spacy.cli.package import package

    import spacy_paraphrase

    nlp = spacy_paraphrase.load(tier="fast")
    nlp.meta.update(name="pairs", version="0.0.1", requirements=[])
    nlp.to_disk(folder / "pipeline")
    (folder / "packages").mkdir()
    package(folder / "pipeline", folder / "packages", create_sdist=False, create_wheel=False)


def run() -> None:
    """Load the package and process a pair."""
    nlp = spacy.load("en_pairs")
    assert any(need.startswith("spacy-paraphrase") for need in nlp.meta["requirements"])
    doc = nlp(PAIR)
    assert doc._.relation.label == "specifies", doc._.relation
    assert any(fusion for fusion in doc._.fusions)


if __name__ == "__main__":
    make(Path(sys.argv[2])) if sys.argv[1] == "make" else run()
