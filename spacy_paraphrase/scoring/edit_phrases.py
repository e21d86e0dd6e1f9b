"""Phrase tables of interchangeable phrases for TERp and PERP.

Bannard and Callison-Burch 2005, *Paraphrasing with bilingual parallel corpora*: phrases with the
same translation are paraphrases, with probability p(e1|e2) = sum over f of p(e1|f) p(f|e2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from ..errors import ParaphraseError
from ..lexicon import phrase_table
from ..lexicon.phrase_table import Phrases, TableRow, is_compiled
from ..readers.table_rows import PhraseFormat, Reading, read_phrase_rows

# Source phrase, target phrase, probability.
PhrasePair: TypeAlias = tuple[Sequence[str], Sequence[str], float]
# Files for TERp are tokenised. Two numbers in a line are an error, since their meaning is unknown.
_READING = Reading(str.split, two_costs="reject")


class EditPhraseTable(phrase_table.SmallTable):
    """A phrase table in memory: source phrases and their substitutes in the target.

    Args:
        pairs: Words of the source, words of the target, and the probability that they have the same
            meaning; of duplicate entries, the one with the greatest probability is kept.

    Raises:
        ParaphraseError: P220 for an invalid entry.

    Example:
        >>> table = EditPhraseTable([(["army", "roadblock"], ["military", "barrier"], 0.5)])
        >>> [entry.target for entry in table.starting_at(["the", "army", "roadblock"], 1)]
        [('military', 'barrier')]
    """

    def __init__(self, pairs: Iterable[PhrasePair]) -> None:
        best: dict[tuple[str, str], float] = {}
        for one, other, probability in pairs:
            source, target = (" ".join(side).lower() for side in (one, other))
            if not source or not target or not 0 <= probability <= 1:
                got = f"{one!r}, {other!r} with probability {probability!r}"
                raise ParaphraseError("P220", got=got)
            if source != target:
                best[source, target] = max(probability, best.get((source, target), 0.0))
        super().__init__(TableRow(*sides, probability) for sides, probability in best.items())

    def to_list(self) -> list[tuple[list[str], list[str], float]]:
        """Return the entries as plain data, from which the table can be restored."""
        return [(row.source.split(), row.target.split(), row.quality) for row in self]


def read_phrases(
    path: str | Path, format: PhraseFormat | None = None, least: float = 0.0
) -> Phrases:
    """Read a phrase table; a .gz file is decompressed, a compiled one is memory-mapped.

    Args:
        path: The file.
        format: As in `readers.table_rows.read_phrase_rows`; None to detect it from the lines. If
            a file has no probabilities, the score is used, or 1.
        least: The minimum probability of entries to keep, for files that are not compiled.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P102 for a line that is not in the format,
            P106 for an empty file, P220 for a score that is not a probability.
        OSError: If there is no such file.
    """
    if is_compiled(path):
        return phrase_table.PhraseTable(path)
    pairs = list(_pairs(path, format))
    if not pairs:
        raise ParaphraseError("P106", path=str(path))
    return EditPhraseTable(pair for pair in pairs if pair[2] >= least)


def _pairs(path: str | Path, format: PhraseFormat | None) -> Iterator[PhrasePair]:
    for row in read_phrase_rows(path, format, _READING):
        values = (row["p_target"], row["score"], 1.0)
        yield row["source"], row["target"], next(value for value in values if value is not None)
