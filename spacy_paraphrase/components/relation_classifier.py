"""The component that predicts the relations of aligned units and of the two sides as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, cast

import numpy as np
import srsly
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence, sentences
from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..jobs.arrays import BoolArray, Float32Array, IntArray
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import word_vectors, word_weights
from ..lexicon.wordnet import WordNetExpert
from ..ml.feature_tables import Network, set_scale
from ..ml.networks import CLASSES, both_ways, fitting, gradient, probabilities
from ..ml.sentence_features import SentenceFeatures, sentence_features
from ..ml.span_features import word_relations
from ..pairs.alignment import LEVELS, Link, Relation, read_links, write_links
from ..pairs.pair import SIDES, WORDS
from ..pairs.results import (
    Calibration,
    EncoderOutput,
    Label,
    SentenceRelation,
    abstention,
    judged_relation,
    read_encoder_output,
    read_judgement,
    read_relation,
    sentence_relation,
    write_relation,
)
from ..relations.contradiction import Contradiction, conflict_reasons, contradictions, summary
from ..relations.entailment import (
    coverage_discount,
    entailment_costs,
    relate,
    scope_arrays,
    unit_costs,
)
from ..relations.evidence import Evidence, evidence
from ..relations.judge import PairVerdict, shipped_judge
from ..relations.lexical import TokenPair
from ..relations.sentence_bounds import unsaid_words
from ..relations.side_comparison import AnnotatedSentence, Comparison, compare, linked_tokens
from ..relations.table_entries import Table, is_news, matching_entries, reads_alike, with_entries
from ..trees.word_alignment import SPACE
from .base import WORDNET, PairPipe, StoredAsBytes
from .unit_links import PairLearner, annotated

# Which judges of the package there are to choose from.
SHIPPED = (None, "en")
# How many pairs the scale of the features is taken from.
SAMPLE = 2000


def learned(row: Float32Array, composed: SentenceRelation) -> SentenceRelation:
    """Return the relation with the given probabilities, and the reasons that composition found.

    Args:
        row: Probabilities of `ml.networks.CLASSES`, shape (classes,).
        composed: The relation found by composition.
    """
    restates, specifies, generalizes, neither, contradiction = row.tolist()
    scores = dict.fromkeys(composed.scores, 0.0)
    rest = "none" if composed.scores.get("none") else "intersects"
    scores |= {"restates": restates, "specifies": specifies, "generalizes": generalizes}
    scores[rest] = neither + contradiction
    label = cast(Label, max(scores, key=lambda name: scores[name]))
    if label == rest and contradiction > neither:
        return SentenceRelation(label, scores, True, composed.reasons, composed.differences)
    differences = dict.fromkeys((*composed.reasons, *composed.differences))
    return SentenceRelation(label, scores, differences=tuple(differences))


Masks = tuple[BoolArray, BoolArray]
# The tokens of each unit of a side.
Units = list[Sequence[int]]


@dataclass(frozen=True, eq=False)
class Composition:
    """The result of composition for a pair.

    Attributes:
        links: The labelled links.
        costs: How much more the source says than the target, and the target than the source
            (`relations.entailment`).
        same: Whether the sides read the same.
        shared: Whether the sides have anything in common.
        words: Mean number of content words per side.
        reasons: Why the sides cannot both be true; empty if they can.
        differences: Where the sides may contradict each other without being sure to.
        compared: The comparison of their words.
        judged: The certain and the possible contradictions.
        known: Whether there is a language file for the language.
        reading: The output of a pair encoder, if there is one and no phrase table says otherwise.
    """

    links: list[Link]
    costs: tuple[float, float]
    same: bool
    shared: bool
    words: float
    reasons: tuple[str, ...]
    differences: tuple[str, ...]
    compared: Comparison
    judged: list[Contradiction]
    known: bool
    reading: EncoderOutput | None

    def relation(self, calibration: Calibration | None = None) -> SentenceRelation:
        """Return the relation by composition alone, with the shipped or another calibration."""
        return sentence_relation(
            self.costs,
            same=self.same,
            shared=self.shared,
            words=self.words,
            reasons=self.reasons,
            differences=self.differences,
            calibration=calibration,
        )


class RelationClassifier(StoredAsBytes, PairLearner, PairPipe, TrainablePipe):
    """Label the links of a pair with relations, find conflicts, and relate the two sides.

    It uses the word links set by an aligner or by the user. The relation of every pair of units is
    composed (`relations.entailment`) from the relations of aligned words, the words without a
    counterpart, and the places where negation or a quantifier reverses entailment. This is the
    composition that Marsi and Krahmer 2005, *Classification of semantic relations by humans and
    machines*, learn from the labels of daughters. It needs no training. With a `model`, a network
    decides the relation of the sides as a whole; it is trained on pairs that people judged
    (`readers.read_table`, `readers.read_nli`), and the result of composition is a feature.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        lexicon: WordNet expert whose lexical data are used.
        tables: Resources that override the relations of aligned phrases, by name: phrase tables
            ("spacy-paraphrase.PhraseTable.v1"), rules for paths ("spacy-paraphrase.PathRules.v1").
        overwrite: Whether to replace relations that links already have.
        judge: "en" to let the trained judge of the package (`relations.judge`) decide entailment
            between the sides of an English pair, with the encoder's output if there is one; a judge
            of the registry table "paraphrase_judges", such as your own in a file
            (`relations.judge.make_judge`); None to let composition decide.
        model: A network to be trained to relate the sides, or None.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair, P017 for one without word links, P015 for a model that is not trained.
    """

    file = "relations"

    def __init__(
        self,
        nlp: Language,
        name: str = "relation_classifier",
        *,
        lexicon: WordNetExpert,
        tables: dict[str, Table],
        overwrite: bool,
        judge: str | Callable[[Evidence], PairVerdict] | None,
        model: Network | None,
        scorer: Callable[[Iterable[Example]], dict[str, Any]] | None,
    ) -> None:
        check = SettingCheck("P008", name=name)
        check.flag("overwrite", overwrite)
        if not callable(judge):
            check.one_of("judge", judge, SHIPPED, "'en', a judge, or null")
        check.sound("lexicon", lexicon, isinstance(lexicon, WordNetExpert), WORDNET)
        check.sound("tables", tables, isinstance(tables, dict), "tables by name")
        for table in tables.values():
            has = callable(getattr(table, "matches", None))
            check.sound("tables", table, has, "what has matches(source, target)")
        super().__init__(nlp, name)
        self.lexicon = lexicon
        self.tables = tables
        self.overwrite = overwrite
        self.model = model
        self.scorer = scorer
        self.cfg: dict[str, Any] = {}
        # The judge of pairs that an encoder has read, and that of others.
        self.judge: Callable[[bool], Callable[[Evidence], PairVerdict]] | None = None
        if callable(judge):
            self.judge = partial(_whether_read, judge)
        elif judge == nlp.lang:
            self.judge = shipped_judge

    def lexicons(self) -> Iterable[WordNetExpert]:
        """Return the expert whose lexical data are used."""
        return (self.lexicon,)

    @property
    def is_trainable(self) -> bool:
        """Whether there is a network."""
        return self.model is not None

    def annotate(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides."""
        doc = self.compose(doc)
        self.set_annotations([doc], self.predict([doc]))
        return doc

    def predict(self, docs: Iterable[Doc]) -> Float32Array:
        """Return the probabilities of `ml.networks.CLASSES` for Docs with composed relations.

        Returns:
            Shape (docs, classes); no rows without a network.

        Raises:
            ParaphraseError: P015 if the network is untrained, P014 if it was trained on other
                features.
        """
        features = [self.features(doc) for doc in docs] if self.model is not None else []
        if self.model is None or not features:
            return np.zeros((0, len(CLASSES)), np.float32)
        self._check_features(features[0])
        # Row by row: a product over more rows is rounded otherwise, and no result may depend on
        # what else is in the batch.
        names = features[0].names
        rows = [probabilities(self.model, names, f.values[None]) for f in features]
        return np.concatenate(rows)

    def set_annotations(self, docs: Iterable[Doc], scores: Float32Array) -> None:
        """Write the relations that `predict` found; without a network the Docs stay unchanged."""
        if len(scores):
            for doc, row in zip(docs, scores, strict=True):
                composed = read_relation(doc)
                if composed is not None and composed.label != "equals":
                    write_relation(doc, learned(row.round(6), composed))

    def learn(self, examples: Sequence[Example], losses: dict[str, float]) -> bool:
        """Train on pairs whose references have a judgement."""
        taught = list(self._training_data(examples))
        if self.model is None or not taught:
            return False
        names = taught[0][0].names
        self._check_features(taught[0][0])
        given = np.array([f.values for f, _ in taught]), np.array([fits for _, fits in taught])
        rows, fits = both_ways(names, *given)
        found, backprop = self.model.begin_update(rows)
        step, loss = gradient(found, fits)
        backprop(step / len(rows))
        losses[self.name] += loss / len(rows)
        return True

    def get_loss(
        self, examples: Iterable[Example], scores: Float32Array
    ) -> tuple[float, Float32Array]:
        """Return the loss of predicted probabilities, and its gradient."""
        judged = (read_judgement(example.reference) for example in examples)
        known = [fitting(j.entails, j.entailed) if j is not None else None for j in judged]
        # Where every class fits, there is nothing to learn.
        fits = np.array([np.ones(len(CLASSES)) if f is None else f for f in known], np.float32)
        step, loss = gradient(scores, fits)
        return loss, step

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Set the shapes of the network and the scale of its features from some examples."""
        if self.model is None:
            return
        sample = islice(get_examples(), SAMPLE)
        examples = annotated(sample, nlp, self.name)
        features = [self.features(self.compose(e.predicted.copy())) for e in examples]
        given = np.array([f.values for f in features])
        rows, fits = both_ways(
            features[0].names, given, np.ones((len(given), len(CLASSES)), np.float32)
        )
        set_scale(self.model, rows)
        self.model.initialize(X=rows[:10], Y=fits[:10])
        self.cfg["features"] = list(features[0].names)

    @contextmanager
    def use_params(self, params: dict[Any, Any]) -> Iterator[None]:
        """Use other parameters of the network, if there is one, inside a block."""
        with nullcontext() if self.model is None else self.model.use_params(params):
            yield

    def _training_data(
        self, examples: Iterable[Example]
    ) -> Iterator[tuple[SentenceFeatures, Float32Array]]:
        for example in examples:
            judgement = read_judgement(example.reference)
            if judgement is not None:
                fits = fitting(judgement.entails, judgement.entailed)
                if fits is not None:
                    yield self.features(self.compose(example.predicted.copy())), fits

    def features(self, doc: Doc) -> SentenceFeatures:
        """Return the features of a Doc with composed relations."""
        source, target = sentences(doc)
        composed = read_relation(doc)
        if composed is None:
            raise ParaphraseError("P015", name=self.name)
        index = self.lexicon.index()
        return sentence_features(
            source,
            target,
            read_links(doc, "words"),
            read_links(doc, "phrases"),
            composed,
            relations=word_relations(index, source, target) if index is not None else None,
            rarity=word_weights(doc.lang_),
        )

    def _check_features(self, features: SentenceFeatures) -> None:
        expected = self.cfg.get("features")
        if expected is None:
            raise ParaphraseError("P015", name=self.name)
        if list(features.names) != expected:
            odd = sorted(set(features.names) ^ set(expected))
            raise ParaphraseError("P014", name=self.name, features=odd)

    def compose(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides, without any network.

        For a language without a language file, or if neither side has a letter or digit, the links
        stay unchanged, and the relation of sides that do not read the same is left open.
        """
        found = self.composition(doc)
        has_words = any(character.isalnum() for character in doc.text)
        if not found.same and not (found.known and has_words):
            write_relation(doc, abstention())
            return doc
        relation, links = found.relation(), found.links
        if self.judge is not None:
            relation = self._judged(doc, found, relation)
            if not relation.conflict and any(link.conflict for link in links):
                links = self._without_conflicts(doc, links)
        for level in {link.level for link in links}:
            write_links(doc, level, [link for link in links if link.level == level])
        write_relation(doc, relation)
        return doc

    def _judged(self, doc: Doc, found: Composition, composed: SentenceRelation) -> SentenceRelation:
        """Return what the judge says of a pair; of sides that read the same it is not asked."""
        if found.same or self.judge is None:
            return composed
        judge = self.judge(found.reading is not None)
        read = self._evidence(doc, found, composed)
        said = judge(read)
        against = 0.0 if found.compared.asks else said.contradiction
        unsaid = unsaid_words(found.compared, self.lexicon.index())
        source, target = (
            tuple(t for t, p in zip(*side, strict=True) if p < 0.5 or t in apart)
            for *side, apart in zip(read.tokens, said.support, unsaid, strict=True)
        )
        entails = 0.0 if unsaid[1] else said.entails
        entailed = 0.0 if unsaid[0] else said.entailed
        relation = judged_relation(composed, entails, entailed, against, (source, target))
        if not relation.conflict or relation.reasons:
            return relation
        reasons = conflict_reasons(found.compared, (source, target), self.lexicon.index())
        return replace(relation, reasons=reasons)

    def _without_conflicts(self, doc: Doc, links: list[Link]) -> list[Link]:
        """Return the links of sides that are not in conflict; what users said of them stays."""
        levels = () if self.overwrite else LEVELS
        given = {k.key for level in levels for k in read_links(doc, level) if k.conflict}
        return [
            replace(link, conflict=False, reason="")
            if link.conflict and link.key not in given
            else link
            for link in links
        ]

    def composition(self, doc: Doc) -> Composition:
        """Return the result of composition for a pair, without changing the Doc."""
        if WORDS not in doc.spans:
            raise ParaphraseError("P017", name=self.name, text=repr(doc.text[:80]))
        parsed = sentences(doc)
        starts = parsed[0].start, parsed[1].start
        links = [link for level in LEVELS for link in read_links(doc, level)]
        of_words = [link for link in links if link.level == "words"]
        words = linked_tokens(of_words, starts, not self.overwrite)
        index = self.lexicon.index()
        entries = matching_entries(self.tables.values(), *parsed, words)
        reading = _not_outdated(read_encoder_output(doc), entries, parsed)
        compared = compare(*parsed, words, index, word_weights(doc.lang_), entries)
        judged = contradictions(compared, index)
        opposed = [each.tokens for each in judged if each.bars_entailment]
        units = _units(links, starts, parsed)
        masks, near = _masks(links, units, parsed)
        reach = scope_arrays(compared.sides[0]), scope_arrays(compared.sides[1])
        costs, exempt = unit_costs(entailment_costs(compared, opposed, index), *masks, reach, near)
        costs = coverage_discount(costs, exempt, _shared(units, compared.sides))
        same = _same(units, *parsed)
        labels = [
            _evident(compared, index, starts, link, label, reading)
            for link, label in zip(links, relate(costs, same)[:-1], strict=True)
        ]
        why = _reasons(units, links, [each for each in judged if each.certain])
        whole = costs[-1].round(9).tolist()
        labelled = [self._label(*item) for item in zip(links, labels, why, strict=True)]
        return Composition(
            with_entries(labelled, entries, parsed),
            (whole[0], whole[1]),
            bool(same[-1]),
            compared.share(),
            sum(sum(side.content) for side in parsed) / 2,
            *summary(judged),
            compared,
            judged,
            parsed[0].lang.known,
            reading,
        )

    def evidence(self, doc: Doc) -> Evidence:
        """Return the features of each word of a pair (`relations.evidence`)."""
        found = self.composition(doc)
        return self._evidence(doc, found, found.relation())

    def _evidence(self, doc: Doc, found: Composition, composed: SentenceRelation) -> Evidence:
        return evidence(
            found.compared,
            self.lexicon.index(),
            _strengths(found.links, found.compared),
            composed.chances,
            found.costs,
            word_vectors(doc.lang_),
            found.reading,
        )

    def _label(self, link: Link, label: str, reason: str) -> Link:
        """Return the link with what was found; what it had before stays, or counts for nothing."""
        relation, conflict, old = link.relation, link.conflict, link.reason
        if relation and not reason and not self.overwrite:
            return link
        if self.overwrite:
            relation, conflict, old = "", False, ""
        units = link.level, link.source, link.target
        numbers = link.score, link.similarity, conflict or bool(reason)
        return Link(*units, relation or cast(Relation, label), *numbers, reason or old)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the network, if there is one, and the lexical data."""
        model = self.model.to_bytes() if self.model is not None else b""
        message = {"cfg": self.cfg, "model": model, "lexicon": self.lexicon.to_bytes()}
        message["tables"] = {name: table.to_bytes() for name, table in self.tables.items()}
        return bytes(srsly.msgpack_dumps(message))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> RelationClassifier:
        """Take over what `to_bytes` gave."""
        message = srsly.msgpack_loads(data)
        self.cfg = message["cfg"]
        if self.model is not None and message["model"]:
            self.model.from_bytes(message["model"])
        self.lexicon.from_bytes(message["lexicon"])
        for name, table in self.tables.items():
            if name in message.get("tables", {}):
                table.from_bytes(message["tables"][name])
        return self


def _strengths(links: Iterable[Link], compared: Comparison) -> dict[TokenPair, tuple[float, float]]:
    """Return score and similarity of the links of words, by their tokens within the sides."""
    source, target = (annotated.sentence.start for annotated in compared.sides)
    return {
        (i, j): (link.score, link.similarity)
        for link in links
        if link.level == "words"
        for i, j, _ in linked_tokens([link], (source, target))
    }


def _not_outdated(
    reading: EncoderOutput | None, entries: Sequence[Any], parsed: tuple[Sentence, Sentence]
) -> EncoderOutput | None:
    """Return the output of an encoder; None if a table has a relation that it does not find."""
    if reading is not None and any(is_news(entry, reading, parsed) for entry in entries):
        return None
    return reading


def _evident(
    compared: Comparison,
    index: LexicalIndex | None,
    starts: tuple[int, int],
    link: Link,
    label: str,
    reading: EncoderOutput | None,
) -> str:
    """Return the label of a link: content words restate each other only with evidence.

    Without it nothing is said of a single one. An encoder is heard where a lexicon knows nothing.
    """
    if link.level != "words" and (len(link.source), len(link.target)) != (1, 1):
        return label
    cells = [(i, j) for i, j, _ in linked_tokens([link], starts)]
    if label == "intersects" and all(map(compared.unlike, cells)):
        return "restates" if _is_read_alike(reading, cells) else label
    if label != "restates" or any(compared.restated(cell, index) for cell in cells):
        return label
    if _is_read_alike(reading, cells):
        return "restates"
    bearing = _bearing(compared, cells)
    return "restates" if not any(bearing) else "intersects" if 2 in bearing else ""


def _is_read_alike(reading: EncoderOutput | None, cells: Sequence[tuple[int, int]]) -> bool:
    """Return whether an encoder aligns two words and reads that they mean the same."""
    return reading is not None and any(reads_alike(reading, cell) for cell in cells)


def _bearing(compared: Comparison, cells: Sequence[tuple[int, int]]) -> list[int]:
    """Return how many of the two words of each cell bear meaning; pronouns are left out."""
    one, other = (annotated.analysis.words for annotated in compared.sides)
    words = [(one[i], other[j]) for i, j in cells]
    said = [pair for pair in words if "pronoun" not in (pair[0].category, pair[1].category)]
    return [mine.content + yours.content for mine, yours in said]


def _units(
    links: list[Link], starts: tuple[int, int], sides: tuple[Sentence, Sentence]
) -> tuple[Units, Units]:
    """Return the tokens of the units of each link in order; in the last place all of a side."""
    found: tuple[Units, Units] = [], []
    for name, start, side, units in zip(SIDES, starts, sides, found, strict=True):
        for link in links:
            span = getattr(link, name)
            first = span.start - start
            phrase = link.level == "phrases"
            units.append(side.syntax.subtree(first) if phrase else range(first, span.end - start))
        units.append(range(len(side)))
    return found


def _masks(
    links: list[Link], units: tuple[Units, Units], sides: tuple[Sentence, Sentence]
) -> tuple[Masks, Masks]:
    """Return which tokens the units of each link hold, and which they might; in the last row all.

    Shapes (K + 1, n) and (K + 1, m).
    """
    masks, near = [], []
    phrases = [k for k, link in enumerate(links) if link.level == "phrases"]
    for name, some, side in zip(SIDES, units, sides, strict=True):
        n = len(side)
        mask, around = np.zeros((2, len(some), n), dtype=np.bool_)
        mask.ravel()[[k * n + i for k, unit in enumerate(some) for i in unit]] = True
        if phrases:
            heads = [getattr(links[k], name).start - side.start for k in phrases]
            around[phrases] = analyse(side).sites[heads]
        masks.append(mask)
        near.append(around)
    return (masks[0], masks[1]), (near[0], near[1])


def _shared(
    units: tuple[Units, Units], annotated: tuple[AnnotatedSentence, AnnotatedSentence]
) -> IntArray:
    """Return how many content words with a counterpart both units of each pair have; (K + 1,)."""
    one, other = ({i for i in a.linked if a.sentence.content[i]} for a in annotated)
    counts = [
        min(len(one.intersection(unit)), len(other.intersection(unit2)))
        for unit, unit2 in zip(*units, strict=True)
    ]
    return np.array(counts)


def _same(units: tuple[Units, Units], source: Sentence, target: Sentence) -> BoolArray:
    """Return whether the units of each pair read the same.

    Case, white space and full stops are ignored.
    """
    one, other = (
        [
            "" if kind == SPACE or text == "." else text.lower()
            for text, kind in zip(side.texts, kinds, strict=True)
        ]
        for side, kinds in ((side, side.kinds.tolist()) for side in (source, target))
    )
    return np.array(
        [
            [one[i] for i in unit if one[i]] == [other[j] for j in unit2 if other[j]]
            for unit, unit2 in zip(*units, strict=True)
        ]
    )


def _whether_read(
    judge: Callable[[Evidence], PairVerdict], read: bool
) -> Callable[[Evidence], PairVerdict]:
    """Return one and the same judge, whether an encoder has read a pair or not."""
    return judge


def _reasons(
    units: tuple[Units, Units], links: list[Link], certain: Sequence[Contradiction]
) -> list[str]:
    """Return why the units of each link are in conflict."""
    # A conflict is that of the smallest units of each level that hold it; those around them, of
    # which nothing else is known, inherit it.
    reasons, inherited = [""] * len(links), [""] * len(links)
    pairs = list(zip(*units, strict=True))[: len(links)]  # behind them are the sides
    for each in certain:
        both = set(each.source), set(each.target)
        around = [k for k, pair in enumerate(pairs) if all(map(set.issubset, both, pair))]
        for k in around:
            inherited[k] = inherited[k] or each.reason
        for level in LEVELS:
            sizes = {k: sum(map(len, pairs[k])) for k in around if links[k].level == level}
            least = min(sizes.values(), default=0)
            for k, size in sizes.items():
                if size == least:
                    reasons[k] = reasons[k] or each.reason
    return [own or above for own, above in zip(reasons, inherited, strict=True)]
