"""Choose the word pieces of the pair encoder: those of the base model that English text uses.

FOLDER holds vocab.txt of all-MiniLM-L6-v2; the package ships what is written.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from wordfreq import get_frequency_dict

from spacy_paraphrase.ml.encoder import word_pieces

# How many pieces the encoder knows.
VOCABULARY = 18_000
# Pieces that are kept whatever they are used for: the first two mark the task of a single sentence
# (see `examples`).
MARKS = ("[PAD]", "[unused0]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def used_pieces(base: list[str], size: int) -> list[int]:
    """Return which pieces of a base vocabulary to keep, as indices in ascending order.

    Words count as often as they occur in English (wordfreq); single characters of ASCII are kept
    all, so that no word of them becomes unknown.

    Args:
        base: The pieces of the base model.
        size: How many to keep.
    """
    pieces_of = word_pieces({piece: k for k, piece in enumerate(base)}, "the base model")
    counts: Counter[int] = Counter()
    for word, frequency in get_frequency_dict("en", wordlist="large").items():
        for piece in pieces_of(word):
            counts[piece] += frequency
    kept = {k for k, piece in enumerate(base) if piece in MARKS or _is_plain(piece)}
    for piece, _ in counts.most_common():
        if len(kept) >= size:
            break
        kept.add(piece)
    return sorted(kept)


def _is_plain(piece: str) -> bool:
    letter = piece.removeprefix("##")
    return len(letter) == 1 and letter.isascii()


def read_pieces(path: Path) -> list[str]:
    """Return the pieces of a vocabulary file."""
    return path.read_text(encoding="utf-8").splitlines()


def main(folder: Path, out: Path) -> None:
    """Read, choose, write."""
    base = read_pieces(folder / "vocab.txt")
    names = [base[k] for k in used_pieces(base, VOCABULARY)]
    out.write_text("\n".join(names) + "\n", encoding="utf-8")
