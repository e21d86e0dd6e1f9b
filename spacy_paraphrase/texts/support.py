"""Checks of statements against a text: supported, partly supported, contradicted, or not said.

For each statement, the sentences of the text that share most words with it are judged, one by one
and some together; pronouns are replaced by names. The probability that the text says all of the
statement is predicted from these judgements (Goyal and Durrett 2020, *Evaluating factuality in
generation with dependency-level entailment*, EMNLP Findings; comparison by sentence follows Laban,
Schnabel, Bennett and Hearst 2022, *SummaC*, TACL).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, groupby
from math import exp, log
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Token

from ..analysis.noun_phrases import has_verb
from ..analysis.quantities import RANK, TIMES, Quantity
from ..analysis.reading import analyse
from ..analysis.sentence import sentences
from ..checked import checked, from_plain
from ..errors import NOTHING_TO_CHECK, ParaphraseError, coded, short_repr
from ..jobs.arrays import BoolArray, FloatArray, read_data
from ..lang import language_data
from ..lexicon.overlap import stop_words, token_weights
from ..lexicon.resources import word_vectors
from ..pairs.pair import sides
from ..pairs.results import SentenceRelation
from ..pipeline import default_pipeline, related
from ..relations.explain import statements
from .references import read_beside, references
from .sentences import TextPlace, TextSentence, joined, places_of, read_text

Verdict: TypeAlias = Literal["supported", "partly", "contradicted", "not said"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
CALIBRATION = Path(__file__).parent / "support.json"
# So many sentences of the text are judged by themselves, and so many together, those with most of
# the words of the statement.
CANDIDATES, TOGETHER = 3, (2, 4)
# So much of a statement's weight has to be said by a sentence for it to be about the same.
ABOUT = 0.4
# Words as like as this may say the same, as far as the choice of sentences goes.
ALIKE = 0.5
# What is left of a score if the text has another figure or says the contrary: less than a half.
DENIED = 0.49
# Log-odds of what is never said.
NEVER = -6.0
# What the words of a text are to those of a statement that says something else, or more.
_OTHER = ("generalizes", "intersects")
# Maximum number of places of evidence, and the share of a statement that is too little for one.
MOST_PLACES, LITTLE = 3, 0.05


class Measures(NamedTuple):
    """Measures of the support that a text gives a statement.

    Attributes:
        entailed: Log odds that a sentence of the text entails it, the highest of all sentences.
        together: The same for several sentences together.
        overlap: Greatest overlap of its content with a judged sentence, 0 to 1.
    """

    entailed: float
    together: float
    overlap: float


@dataclass(frozen=True)
class Support:
    """The support that a text gives a statement.

    Attributes:
        statement: The statement.
        verdict: "supported", "partly" if only a part of it is said, "contradicted", or "not said".
        score: Probability that the text says all of it.
        evidence: Sentences of the text that the verdict is based on, most important first.
        missing: Words of the statement without support in the text, including "all" and "not".
        measures: The measures from which the score is computed.
        reason: Why it is not said, if it says nothing that can be checked ("Yes."); else "".

    Example:
        >>> from spacy_paraphrase import check_support
        >>> text = "The mill closed in May. All forty workers were dismissed."
        >>> check_support(text, ["The mill closed."])[0].verdict
        'supported'
    """

    statement: str
    verdict: Verdict
    score: float
    evidence: tuple[TextPlace, ...]
    missing: tuple[TextPlace, ...]
    measures: Measures
    reason: str = ""

    def __repr__(self) -> str:
        missing = f"; missing: {', '.join(each.text for each in self.missing)}" * bool(self.missing)
        return f"Support({self.verdict} {self.score:.2f}: {self.statement!r}{missing})"

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, with character offsets."""
        return {
            "statement": self.statement,
            "verdict": self.verdict,
            "score": round(self.score, 4),
            "evidence": [place.to_json() for place in self.evidence],
            "missing": [place.to_json() for place in self.missing],
            **({"reason": self.reason} if self.reason else {}),
        }

    def stored(self) -> dict[str, Any]:
        """Return the whole result as plain data, including its measures."""
        return self.to_json() | {"measures": self.measures._asdict()}

    @classmethod
    @coded("P042", what="Support")
    def from_json(cls, data: dict[str, Any]) -> Support:
        """Return the result from the data that `stored` returned."""
        places = {name: places_of(data[name]) for name in ("evidence", "missing")}
        return from_plain(cls, {**data, **places})


@checked("nlp")
def check_support(
    text: str | Doc, statements: Sequence[str] | str | Doc, nlp: Language | None = None
) -> list[Support]:
    """Check for each statement whether a text supports it, and with which evidence.

    Args:
        text: The text, which is assumed to be true: a string or a Doc.
        statements: A list of strings; or a text, each sentence of which is a statement.
        nlp: The pipeline; by default that of `load()`.

    Returns:
        One result for each statement, in order.

    Raises:
        ParaphraseError: P040 if the text, P041 if the statements have another type.

    Example:
        >>> from spacy_paraphrase import check_support
        >>> text = "The mill closed in May. All forty workers were dismissed."
        >>> [each.verdict for each in check_support(text, ["Nobody was dismissed."])]
        ['contradicted']
    """
    nlp = nlp or default_pipeline()
    terms = _Terms(str(nlp.lang))
    asked = _statements(statements, nlp, terms)
    return list(_judged(read_text(text, nlp), asked, nlp, terms))


def covers(text: str | Doc, statement: str, nlp: Language | None = None) -> Support:
    """Check whether a text supports one statement; see `check_support`.

    Example:
        >>> from spacy_paraphrase import covers
        >>> covers("The mill closed in May.", "The mill closed in June.").missing[0].text
        'June'
    """
    return check_support(text, [statement], nlp)[0]


class _Asked(NamedTuple):
    """A statement, its words that bear information, and where each begins and ends.

    The top is the numbers of those that say what happens or is so: its verbs, or what they link.
    """

    text: str
    words: list[Token]
    places: list[tuple[int, int]]
    top: list[int]


def _statements(given: Any, nlp: Language, terms: _Terms) -> list[_Asked]:
    if isinstance(given, (str, Doc)):
        texts = [each.text for each in read_text(given, nlp)]
    elif isinstance(given, Iterable):
        found = list(given)
        if not all(isinstance(each, str) for each in found):
            raise ParaphraseError("P041", got=short_repr(found))
        texts = [" ".join(each.split()) for each in found]
    else:
        raise ParaphraseError("P041", got=short_repr(given))
    asked = []
    for text in texts:
        words: list[Token] = []
        places: list[tuple[int, int]] = []
        top: list[int] = []
        for sentence in read_text(text, nlp):
            shift = sentence.place.start_char - sentence.span.start_char
            root, some = sentence.span.root, terms.words(sentence)
            for word in some:
                if word == root or (root not in some and word.head == root):
                    top.append(len(words))
                words.append(word)
                places.append((word.idx + shift, word.idx + shift + len(word)))
        asked.append(_Asked(text, words, places, top))
    return asked


# -- Which sentences are judged --------------------------------------------------------------------


class _Terms:
    """The words of sentences, and what they weigh."""

    def __init__(self, language: str) -> None:
        self._weigh, self._stops = token_weights(language), stop_words(language)
        self._vectors = word_vectors(language)
        # What is another thing unless it is the same word.
        lang = language_data(language)
        self._exact = lang.name_entities | lang.measure_entities | lang.number_entities

    def words(self, sentence: TextSentence) -> list[Token]:
        """Return the words of a sentence that bear information."""
        return [
            t
            for t in sentence.span
            if not (t.is_punct or t.is_space or t.lower_ in self._stops) or t.like_num
        ]

    def weights(self, words: Sequence[Token]) -> FloatArray:
        """Return what words weigh, shape (n,)."""
        return np.array([max(self._weigh(t), 1e-6) for t in words])

    def found(self, words: Sequence[Token], text: Sequence[Token]) -> FloatArray:
        """Return how far each word is among those of a text, 0 to 1; shape (n,)."""
        if not words or not text:
            return np.zeros(len(words))
        lemmas = {t.lemma_.lower() for t in text} | {t.lower_ for t in text}
        same = np.array([t.lemma_.lower() in lemmas or t.lower_ in lemmas for t in words], float)
        if self._vectors is None:
            return same
        one, other = ([t.lemma_.lower() for t in some] for some in (words, text))
        alike = np.maximum(self._vectors.cosines(one, other).max(1) - ALIKE, 0) / (1 - ALIKE)
        exact = [t.like_num or t.ent_type_ in self._exact or t.pos_ == "PROPN" for t in words]
        near: FloatArray = np.maximum(same, np.where(exact, 0.0, 0.8 * alike))
        return near


class _Passage(NamedTuple):
    """Sentences of the text that are judged together, in order."""

    sentences: tuple[int, ...]
    shared: float


def _candidates(found: FloatArray, weights: FloatArray, headings: BoolArray) -> list[_Passage]:
    """Return what is judged for a statement, the most promising first.

    Args:
        found: How far each of its words is in each sentence of the text; shape (sentences, words).
        weights: What the words weigh; shape (words,).
        headings: Which sentences have no verb: they share words, and say little; (sentences,).
    """
    if not len(found) or not len(weights):
        return []
    share = weights / weights.sum()
    scores = found @ share * np.where(headings, 0.5, 1.0)
    order = np.argsort(-scores, kind="stable").tolist()
    picked = dict.fromkeys((k,) for k in order[:CANDIDATES])
    picked |= dict.fromkeys(tuple(sorted(order[:n])) for n in TOGETHER if len(order) > 1)
    return [_Passage(some, float(found[list(some)].max(0) @ share)) for some in picked]


# -- What is said of them --------------------------------------------------------------------------


def _judged(
    text: list[TextSentence], asked: list[_Asked], nlp: Language, terms: _Terms
) -> Iterator[Support]:
    """Yield what is said of each statement."""
    every = [terms.words(sentence) for sentence in text]
    whole = [word for words in every for word in words]
    headings = np.array([not has_verb(sentence.span) for sentence in text], bool)
    prepared = []
    for each in asked:
        found = [terms.found(each.words, words) for words in every]
        table = np.array(found).reshape(len(text), len(each.words))
        weights = terms.weights(each.words)
        prepared.append((each, weights, _candidates(table, weights, headings)))
    known = list(zip(text, references(text), strict=True))
    pairs = []
    for each, _, candidates in prepared:
        for candidate in candidates:
            read = read_beside([known[k] for k in candidate.sentences], each.text)
            pairs.append((joined(read), each.text))
    docs = iter(related(nlp, pairs))
    for each, weights, candidates in prepared:
        said = [_Said(candidate, next(docs)) for candidate in candidates]
        if any(one.tells() for one in said):
            yield _support(each, text, weights, terms.found(each.words, whole), said)
            continue
        place = TextPlace(0, len(each.text), each.text)
        yield Support(each.text, "not said", 0.0, (), (place,), _measures([]), NOTHING_TO_CHECK)


class _Said(NamedTuple):
    """What the judge says of a statement and some sentences of the text."""

    candidate: _Passage
    doc: Doc

    @property
    def relation(self) -> SentenceRelation:
        """The relation of the sentences to the statement."""
        found: SentenceRelation = self.doc._.relation
        return found

    @property
    def conflicts(self) -> bool:
        """Whether the two are about the same and cannot both be true."""
        return self.relation.conflict and self.candidate.shared >= ABOUT

    def tells(self) -> bool:
        """Return whether the statement has a word of content that is no link or address."""
        side = sentences(self.doc)[1]
        words = (side[i] for i in range(len(side)) if side.informative[i])
        return any(not (word.like_url or word.like_email) for word in words)

    def figures(self, side: int) -> list[Quantity]:
        """Return the numbers and times of the sentences (0) or of the statement (1)."""
        read = analyse(sentences(self.doc)[side])
        return [q for q in read.quantities.values() if q.number and q.dimension != RANK]

    def lone(self) -> set[int]:
        """Return where words of the statement begin that the sentences do not say."""
        side = sides(self.doc)[1]
        return {side[i].idx - side.start_char for i in self.relation.unsupported[1]}

    def differing(self) -> set[tuple[int, int]]:
        """Return where the statement has words that the sentences lack or say differently."""
        start = sides(self.doc)[1].start_char
        return {
            (token.idx - start, token.idx - start + len(token))
            for each in statements(self.doc._.alignment)
            if each.kind in ("conflict", "only")
            or (each.kind == "link" and (each.evidence == "roles" or each.relation in _OTHER))
            for token in each.target
            if not token.is_punct
        }


def _support(
    asked: _Asked,
    text: list[TextSentence],
    weights: FloatArray,
    anywhere: FloatArray,
    said: list[_Said],
) -> Support:
    """Return what the judged sentences say of a statement.

    Args:
        asked: The statement.
        text: The sentences of the text.
        weights: What the words of the statement weigh; shape (n,).
        anywhere: How far each is anywhere in the text; shape (n,).
        said: What the judge says of some sentences.
    """
    n = len(asked.words)
    share = weights / max(float(weights.sum()), 1e-9)
    lone = [each.lone() for each in said]
    covered = np.array([[start not in some for start, _ in asked.places] for some in lone], bool)
    covered = covered.reshape(len(said), n)
    sayings = covered @ share
    # One sentence says more clearly what several say together.
    chances = [
        s.relation.chances[0] + share - 0.1 * len(s.candidate.sentences)
        for s, share in zip(said, sayings, strict=True)
    ]
    best = int(np.argmax(chances)) if said else -1
    measures = _measures(said)
    shared = max((each.candidate.shared for each in said), default=0.0)
    score = probability(measures) * (1.0 if _has_figures(said) else DENIED)
    verdict: Verdict = "not said"
    against = _against(said, best, score)
    if against >= 0:
        verdict, best, score = "contradicted", against, score * DENIED
    elif score >= 0.5:
        verdict = "supported"
    elif max(sayings[covered[:, asked.top].any(1)], default=0.0) >= ABOUT <= shared:
        verdict = "partly"
    evidence = _evidence(said, best, verdict, covered, share)
    missing = () if verdict == "supported" else _missing(asked, said, covered, anywhere)
    places = tuple(text[k].place for k in evidence)
    return Support(asked.text, verdict, score, places, missing, measures)


def _has_figures(said: list[_Said]) -> bool:
    return all(_has(figure, said) for each in said[:1] for figure in each.figures(1))


def _has(figure: Quantity, said: list[_Said]) -> bool:
    """Return whether a figure follows from the text, or from the sum of two of its figures.

    It does too if the text has no figure of its kind.
    """
    told = [q for each in said for q in each.figures(0) if q.dimension == figure.dimension]
    sums = (a.low + b.low for a, b in combinations(told, 2) if figure.dimension not in TIMES)
    follows = (replace(q, role=figure.role).entails(figure) for q in told)
    return not told or any(follows) or figure.low in sums


def _against(said: list[_Said], best: int, score: float) -> int:
    """Return which of the judged sentences contradicts the statement, -1 for none.

    Of a sentence that conflicts with the statement and one that supports it, that which has more of
    its words decides.
    """
    conflicts = [k for k, each in enumerate(said) if each.conflicts]
    about = max((said[k].candidate.shared for k in conflicts), default=0.0)
    outdone = score >= 0.5 and about <= said[best].candidate.shared
    return conflicts[0] if conflicts and not outdone else -1


def _measures(said: list[_Said]) -> Measures:
    """Return what the score of a statement is made of."""
    odds = [(_log_odds(s.relation.chances[0]), len(s.candidate.sentences)) for s in said]
    return Measures(
        entailed=max((o for o, count in odds if count == 1), default=NEVER),
        together=max((o for o, count in odds if count > 1), default=NEVER),
        overlap=max((float(each.doc._.overlap) for each in said), default=0.0),
    )


def _evidence(
    said: list[_Said], best: int, verdict: Verdict, covered: BoolArray, share: FloatArray
) -> list[int]:
    """Return the sentences that a verdict rests on, the most telling first."""
    # Of what is said in part these are the sentences that say some of it, each what those before it
    # do not.
    if verdict == "not said":
        return []
    if verdict != "partly":
        return list(said[best].candidate.sentences)
    found: list[int] = []
    left = share.copy()
    while len(found) < MOST_PLACES:
        gains = covered @ left
        gains[[len(each.candidate.sentences) > 1 for each in said]] = 0.0
        k = int(np.argmax(gains))
        if gains[k] <= LITTLE:
            break
        found += said[k].candidate.sentences
        left[covered[k]] = 0.0
    return found or list(said[best].candidate.sentences)


def _missing(
    asked: _Asked, said: list[_Said], covered: BoolArray, anywhere: FloatArray
) -> tuple[TextPlace, ...]:
    """Return the words of a statement that nothing supports, neighbours as one."""
    # They are those of which both the judge and the accounts of all judged sentences say so, else
    # those of the accounts, which name "all", "before" or "not" too, else those of the judge, or
    # that are nowhere in the text; if there are none, the whole statement.
    lost = {place for place, known in zip(asked.places, covered.T, strict=True) if not known.any()}
    named = set.intersection(*(each.differing() for each in said)) if said else set()
    nowhere = {place for place, p in zip(asked.places, anywhere, strict=True) if p < 0.5}
    found = (lost & named) or named or lost or nowhere or set(asked.places)
    whole = TextPlace(0, len(asked.text), asked.text)
    runs = groupby(sorted({*asked.places, *found}), found.__contains__)
    lacking = [list(run) for is_lacking, run in runs if is_lacking]
    return tuple(whole.part(run[0][0], run[-1][1]) for run in lacking)


# -- The score -------------------------------------------------------------------------------------


def probability(measures: Measures) -> float:
    """Return the probability that all of a statement is said."""
    bias, *weights = shipped_calibration()
    odds = bias + sum(w * m for w, m in zip(weights, measures, strict=True))
    return 1 / (1 + exp(-min(max(odds, -30.0), 30.0)))


@lru_cache(maxsize=1)
def shipped_calibration() -> tuple[float, ...]:
    """Return the bias and the weight of each measure, as fitted by `python -m weights support`."""
    fitted = json.loads(read_data(CALIBRATION))
    return (fitted["bias"], *(fitted["weights"][name] for name in Measures._fields))


def _log_odds(p: float) -> float:
    p = min(max(p, 0.0025), 0.9975)
    return log(p / (1 - p))
