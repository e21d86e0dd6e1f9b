"""The component that finds typed edits (TERp) between the sides of a pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc

from ..analysis.sentence import Sentence, sentences
from ..checked import SettingCheck
from ..components.base import StoredAsBytes
from ..errors import ParaphraseError
from ..lexicon import phrase_table as compiled
from ..pairs import extensions
from ..pairs.pair import PAIR
from . import words
from .edit_phrases import EditPhraseTable, read_phrases
from .paraphrase_view import write_edits, write_scores
from .shift_search import ShiftRules
from .terp import PRESETS, Costs, EditPhrases, check_costs, terp
from .word_edits import EditAlignment

FACTORY = "paraphrase_edits"
STEMS = ("porter", "lemma", None)
CONSTRAINTS = ("relax", "exact")


class ParaphraseEdits(StoredAsBytes, Pipe):
    """Find the edits that turn the source into the target, each with its kind and cost (TERp).

    The edits are stored in `doc.spans["paraphrase_edits"]`; `doc._.paraphrase.edits` returns them.
    Their cost per word of the source is `doc._.paraphrase.scores["terp"]`, 0 for identical sides.
    The component needs no training. Synonyms are looked up for words and, if available, lemmas. A
    Doc without a pair remains unchanged.

    Args:
        nlp: The pipeline.
        name: Name of this instance, and of its score unless it is the default name.
        preset: The edit costs: "terpa" (the default of TERp), "align", "adequacy", "fluency",
            "hter", or "unit" (plain TER: all edits cost 1, only equal words match).
        score_preset: Costs for the score, if they differ from the costs used to find the edits.
        costs: Single costs that override the preset, by the names of `terp.Costs`.
        score_costs: Single costs that override `score_preset`, or `preset` if that is None.
        constraint: How a shifted block must match: "relax" by words, stems, synonyms and phrases,
            "exact" by words, with the search of plain TER; None for the default of the preset.
        max_block: Maximum length of a shifted block, in words.
        max_distance: Maximum distance of a shift, in words.
        cap: Whether the score is limited to 1.
        symmetric: Whether the score is the mean of both directions, and so symmetric; the edits
            always go from source to target.
        stem: "porter" for stems by Porter 1980 (for languages other than English the same as
            "lemma"); "lemma" for lemmas; None for no stems.
        synonyms: "wordnet" for the lexical data of the pipeline's language; a function that returns
            the groups of synonyms of a word; None for no synonyms.
        phrase_table: Phrases that may be substituted: the path of a file, compiled or not (see
            `edit_phrases.read_phrases`), which is saved with the pipeline, or any
            `terp.EditPhrases`; None for none.
        spans_key: Name of the span group.
        require_pair: Whether a Doc without a pair is an error.

    Raises:
        ParaphraseError: P008 for an invalid setting; when called, P004 and P005 for a damaged pair.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("paraphrase_edits", config={"preset": "unit"})
        >>> doc = nlp(make_pair(nlp, "cats chase mice daily", "mice daily cats chase"))
        >>> doc._.paraphrase.scores, doc._.paraphrase.edits.shifts[0].start
        ({'terp': 0.25}, 0)
    """

    file = "edits"

    def __init__(
        self,
        nlp: Language,
        name: str = FACTORY,
        *,
        preset: str,
        score_preset: str | None,
        costs: dict[str, Any],
        score_costs: dict[str, Any],
        constraint: str | None,
        max_block: int,
        max_distance: int,
        cap: bool,
        symmetric: bool,
        stem: str | None,
        synonyms: words.Groups | str | None,
        phrase_table: str | EditPhrases | None,
        spans_key: str,
        require_pair: bool,
    ) -> None:
        check = SettingCheck("P008", name=name)
        check.one_of("preset", preset, PRESETS)
        if score_preset is not None:
            check.one_of("score_preset", score_preset, PRESETS)
        check.one_of("constraint", constraint, (*CONSTRAINTS, None), "'relax', 'exact' or null")
        for setting, size in (("max_block", max_block), ("max_distance", max_distance)):
            check.whole(setting, size, 1, "a number of words, at least 1")
        check.one_of("stem", stem, STEMS, "'porter', 'lemma' or null")
        known, expected = synonyms == "wordnet", "'wordnet', a registered function or null"
        check.sound("synonyms", synonyms, known or not isinstance(synonyms, str), expected)
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name
        self.score_name = "terp" if name == FACTORY else name
        self.lang = nlp.lang
        self.preset = preset if score_preset is None else f"{preset}, {score_preset}"
        self.costs = _changed(name, "costs", PRESETS[preset], costs)
        self.score_costs = None
        if score_preset is not None or score_costs:
            given = PRESETS[score_preset or preset]
            self.score_costs = _changed(name, "score_costs", given, score_costs)
        self.constraint = constraint or ("exact" if preset == "unit" else "relax")
        self.rules = ShiftRules(max_block, max_distance)
        self.cap = cap
        self.symmetric = symmetric
        self.stem = "lemma" if stem == "porter" and nlp.lang != "en" else stem
        self.synonyms = synonyms
        self.path = phrase_table if isinstance(phrase_table, str) else None
        self._phrases = None if isinstance(phrase_table, str) else phrase_table
        self.spans_key = spans_key
        self.require_pair = require_pair

    def __call__(self, doc: Doc) -> Doc:
        """Write `doc.spans["paraphrase_edits"]` and the score "terp"."""
        if PAIR not in doc.spans and not self.require_pair:
            return doc
        (places, source), (others, target) = (self._words(side) for side in sentences(doc))
        found = self._edits(source, target)
        score = found.score
        if self.symmetric:
            score = (score + self._edits(target, source).score) / 2
        write_edits(doc, _placed(found, places, others), self.preset, self.spans_key)
        write_scores(doc, {self.score_name: score})
        return doc

    def _edits(self, source: words.Words, target: words.Words) -> EditAlignment:
        return terp(
            source,
            target,
            self.costs,
            phrases=self.phrases,
            score_costs=self.score_costs,
            constraint=self.constraint,  # type: ignore[arg-type]
            shifts=self.rules,
            cap=self.cap,
        )

    def _words(self, side: Sentence) -> tuple[list[int], words.Words]:
        stem = words.porter_stem if self.stem == "porter" else None
        groups = words.synonyms(self.lang) if self.synonyms == "wordnet" else self.synonyms
        lookup = words.WordLookup(stem, groups)  # type: ignore[arg-type]
        return words.side_words(side, lookup, self.stem == "lemma")

    @property
    def phrases(self) -> EditPhrases | None:
        """The phrase table; a saved pipeline contains it, so that its file may be missing."""
        if self.path is not None and self._phrases is None:
            self._phrases = read_phrases(self.path)
        return self._phrases

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the phrases of a file; everything else is in the config."""
        table = self.phrases if self.path is not None else None
        phrases = table.to_list() if isinstance(table, EditPhraseTable) else None
        data = table.to_bytes() if isinstance(table, compiled.PhraseTable) else None
        return bytes(srsly.msgpack_dumps({"phrases": phrases, "table": data}))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> ParaphraseEdits:
        """Load the phrases that `to_bytes` returned."""
        message = srsly.msgpack_loads(data)
        if message["phrases"] is not None:
            self._phrases = EditPhraseTable(message["phrases"])
        elif message.get("table") is not None:
            self._phrases = compiled.PhraseTable.from_bytes(message["table"])
        return self


def _changed(name: str, setting: str, costs: Costs, changes: dict[str, Any]) -> Costs:
    try:
        return check_costs(replace(costs, **changes))
    except (ParaphraseError, TypeError) as error:
        expected = f"costs by name ({error})"
        raise ParaphraseError(
            "P008", name=name, setting=setting, got=changes, expected=expected
        ) from error


def _placed(found: EditAlignment, source: list[int], target: list[int]) -> EditAlignment:
    """Return edits with word indices among all tokens of the sides, including white space."""
    ops = tuple(
        edit._replace(
            source=tuple(source[i] for i in edit.source),
            target=tuple(target[j] for j in edit.target),
        )
        for edit in found.ops
    )
    return replace(found, ops=ops, order=tuple(target[j] for j in found.order))
