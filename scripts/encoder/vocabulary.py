"""The word pieces of the pair encoder: those of the base model that English text uses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from wordfreq import get_frequency_dict

# Pieces that are kept whatever they are used for: the first two mark the task of a single sentence
# (see `examples`).
MARKS = ("[PAD]", "[unused0]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def tokenizer_of(pieces: list[str]) -> Tokenizer:
    """Return an uncased tokeniser without special tokens over the pieces, in their order."""
    vocabulary = {piece: k for k, piece in enumerate(pieces)}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = BertNormalizer(lowercase=True, strip_accents=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


def used_pieces(base: list[str], size: int) -> list[int]:
    """Return which pieces of a base vocabulary to keep, as indices in ascending order.

    Words count as often as they occur in English (wordfreq); single characters of ASCII are kept
    all, so that no word of them becomes unknown.

    Args:
        base: The pieces of the base model.
        size: How many to keep.
    """
    tokenizer = tokenizer_of(base)
    counts: Counter[str] = Counter()
    for word, frequency in get_frequency_dict("en", wordlist="large").items():
        for piece in tokenizer.encode(word, add_special_tokens=False).tokens:
            counts[piece] += frequency
    kept = {k for k, piece in enumerate(base) if piece in MARKS or _is_plain(piece)}
    places = {piece: k for k, piece in enumerate(base)}
    for piece, _ in counts.most_common():
        if len(kept) >= size:
            break
        kept.add(places[piece])
    return sorted(kept)


def _is_plain(piece: str) -> bool:
    letter = piece.removeprefix("##")
    return len(letter) == 1 and letter.isascii()


def read_pieces(path: Path) -> list[str]:
    """Return the pieces of a vocabulary file."""
    return path.read_text(encoding="utf-8").splitlines()
