"""Write what is said today of the golden pairs; read every line of the diff before you keep it.

python scripts/golden_explanations.py
"""

from __future__ import annotations

import json
from pathlib import Path

import spacy_paraphrase

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"


def main() -> None:
    """Rewrite relation, conflict and explanation of each pair."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    for path in sorted(GOLDEN.glob("*.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        pairs = [(row["source"], row["target"]) for row in rows]
        for doc, row in zip(spacy_paraphrase.pipe_pairs(nlp, pairs), rows, strict=True):
            found = doc._.relation
            row["relation"], row["conflict"] = found.label, list(found.reasons)
            row["explain"] = doc._.alignment.explain()
        path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
