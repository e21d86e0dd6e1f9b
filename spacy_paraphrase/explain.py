"""An alignment in plain English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, Literal, NamedTuple, TypeAlias

from spacy.tokens import Token

from .alignment import Alignment, Link
from .analysis.arguments import OBLIQUE
from .analysis.places import CORE, KIND, Place
from .analysis.quantities import FROM, TO, Quantity
from .analysis.reading import Analysis, analyse
from .analysis.sentence import sentences
from .analysis.words import JOINTS
from .lang import LanguageData
from .lexicon.resources import lexical_index
from .lexicon.strings import variant
from .lexicon.units import Unit, units
from .overlap import token_weights
from .pair import SIDES, language_of
from .relations.entailment import is_hedge
from .relations.lexical import word_relation
from .relations.paired_quantities import paired_amounts, read_together
from .results import DISAGREEMENTS, read_relation

Kind: TypeAlias = Literal["conflict", "both", "link", "only"]

# What a relation reads like between the two texts, and a conflict behind them.
_RELATION_TEXT = {
    "equals": "means the same as",
    "restates": "means the same as",
    "specifies": "is more specific than",
    "generalizes": "is more general than",
    "intersects": "stands where the target has",
}
_CONFLICT_TEXT = DISAGREEMENTS | {"": "both cannot be true"}
# Which sides, 0 the source, say nothing more than the other by each relation of the sides.
_SILENT = {
    "equals": (0, 1),
    "restates": (0, 1),
    "specifies": (1,),
    "generalizes": (0,),
}
# What is said of the sides as wholes where a pair encoder decided.
_CONTEXT_TEXT = {
    "restates": "each side says all that the other says",
    "specifies": "the source says all that the target says",
    "generalizes": "the target says all that the source says",
}
# Longest unit that is quoted for a conflict, in words.
LONGEST = 8
# Categories of words that a quoted run neither begins nor ends with, and does not end with.
_EDGES = frozenset(
    ("determiner", "auxiliary", "conjunction", "pronoun", "particle", "mark", "space")
)
_ENDS = _EDGES | {"preposition", "subordinator"}
_LABEL_ORDER: tuple[Kind, ...] = ("conflict", "both", "link", "only")


@dataclass(frozen=True, eq=False)
class Statement:
    """One thing to say about a pair.

    Attributes:
        kind: "conflict", "both" (what the sides share), "link" (how two words are related), "only"
            (what one side alone says).
        text: The statement in English.
        source: The source tokens it is about, in order.
        target: The target tokens.
        link: The link it is about, if it is about one; amounts may be compared without any.
        evidence: What it rests on: how the two words of a link are related as
            `relations.lexical.word_relation` has it ("same", "synonym", "hyponym-of", …), "none"
            where the aligner alone says that they belong together, "quantity" of numbers and
            quantifiers, "context" of the sides as wholes, as a pair encoder reads them, the reason
            of a conflict, "roles" of words that have each other's places, "tense" of what is said
            of another time; "" of what is shared or has no counterpart.
        units: Of what one side alone says, its runs of words one by one.
    """

    kind: Kind
    text: str
    source: tuple[Token, ...] = ()
    target: tuple[Token, ...] = ()
    link: Link | None = None
    evidence: str = ""
    units: tuple[str, ...] = ()

    def to_json(self, source_start: int, target_start: int) -> dict[str, Any]:
        """Return the statement as plain data, tokens counted from the starts of the two sides."""
        link = self.link.to_json(source_start, target_start) if self.link is not None else None
        return {
            "kind": self.kind,
            "text": self.text,
            "source": [token.i - source_start for token in self.source],
            "target": [token.i - target_start for token in self.target],
            "link": link,
            "evidence": self.evidence,
        }


def explain(alignment: Alignment) -> list[str]:
    """Say what conflicts, what the sides share, what is more specific, and what only one says.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps all day.")
        >>> explain(doc._.alignment)
        ['both: sleeps', '"puppy" is more specific than "dog"', 'only the target: all day']
    """
    return [statement.text for statement in statements(alignment)]


def statements(alignment: Alignment) -> list[Statement]:
    """Return what `explain` says, each statement with what it is about and what it rests on.

    Every word is in one statement at most. Where one side entails the other, nothing is told of
    what the entailed side says besides, unless an operator such as "not" turns that round, which is
    then named, or a number is a part of a name. Within a kind, what bears more information comes
    first.
    """
    explainer = _Explainer(alignment)
    explainer.add_context()
    explainer.add_conflicts()
    explainer.add_exchanged()
    explainer.add_quantities()
    explainer.add_words()
    explainer.add_shared()
    explainer.add_rest()
    explainer.add_arrangement()
    weigh = token_weights(language_of(alignment.doc))
    return sorted(explainer.statements, key=lambda statement: _order(statement, weigh))


def _order(statement: Statement, weigh: Callable[[Token], float]) -> tuple[int, bool, float]:
    tokens = (*statement.source, *statement.target)
    weight = sum(weigh(token) for token in tokens) / (2 if statement.link else 1)
    rank = _LABEL_ORDER.index(statement.kind)
    return rank, statement.kind == "only" and not statement.source, -round(weight, 6)


class _Words(NamedTuple):
    """A word link as it is told: where its words stand, and how they are related.

    Attributes:
        link: The link.
        places: Its source and its target words.
        roots: The heads of both.
        evidence: As in `Statement`.
        same: Whether they are the same, forms or spellings of one, or one value.
    """

    link: Link
    places: tuple[list[int], list[int]]
    roots: tuple[int, int]
    evidence: str
    same: bool


class _Explainer:
    """Collects statements, and remembers which tokens they are about.

    Tokens are (side, place in the side); side 0 is the source.
    """

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.sides = sentences(alignment.doc)
        self.read = [analyse(side) for side in self.sides]
        self.words = self._read_words()
        cells = [cell for words in self.words for cell in product(*words.places)]
        self.counts: tuple[dict[int, Quantity], dict[int, Quantity]] = ({}, {})
        if self.sides[0].lang.known:
            self.counts = read_together((self.read[0], self.read[1]), cells)
        self.amounts = paired_amounts(*self.counts, cells)
        relation = read_relation(alignment.doc)
        self.relation = relation
        self.judged = relation is not None and not relation.abstains
        self.silent = _SILENT.get(relation.label, ()) if relation is not None else ()
        self.statements: list[Statement] = []
        self.done: tuple[set[int], set[int]] = (set(), set())
        self.linked: tuple[set[int], set[int]] = (set(), set())
        # The target words of each source word that reads the same, or is a form of it.
        self.same: dict[int, set[int]] = {}
        for words in self.words:
            for linked, places in zip(self.linked, words.places, strict=True):
                linked.update(places)
            for i in words.places[0] if words.same else ():
                self.same.setdefault(i, set()).update(words.places[1])

    @cached_property
    def units(self) -> list[dict[int, Unit]]:
        """The words of several tokens of both sides, by each of their tokens."""
        index = lexical_index(self.alignment.doc.lang_)
        return [units(index, side) if index is not None else {} for side in self.sides]

    def _read_words(self) -> list[_Words]:
        """Return the word links, each judged once."""
        index, found = lexical_index(self.alignment.doc.lang_), []
        for link in self.alignment.words:
            (source, target), (i, j) = self.sides, self._roots(link)
            evidence = word_relation(index, source, i, target, j)
            told = link.conflict or link.relation not in ("", "equals", "restates")
            same = not told and (evidence == "same" or _is_spelt_alike(link, source.lang))
            found.append(_Words(link, self._places(link), (i, j), evidence, same))
        return found

    def _places(self, link: Link) -> tuple[list[int], list[int]]:
        source, target = self.sides
        return (
            [token.i - source.start for token in link.source_tokens],
            [token.i - target.start for token in link.target_tokens],
        )

    def _roots(self, link: Link) -> tuple[int, int]:
        source, target = self.sides
        return link.source.root.i - source.start, link.target.root.i - target.start

    @cached_property
    def operator(self) -> tuple[dict[int, str], dict[int, str]]:
        """The operators that turn entailment round at the tokens of either side, as written."""
        found: tuple[dict[int, str], dict[int, str]] = ({}, {})
        for read, words in zip(self.read, found, strict=True):
            reach: dict[int, list[list[int]]] = {}
            for op in read.scopes:
                if not op.non_monotone:
                    for i in op.reach:
                        reach.setdefault(i, []).append(sorted((op.token, *op.words)))
            words |= {i: _joined(read, ops[-1]) for i, ops in reach.items() if len(ops) % 2}
        return found

    @cached_property
    def news(self) -> list[list[bool]]:
        """Whether each token of both sides is worth telling where it has no counterpart."""
        found = []
        for read, counts in zip(self.read, self.counts, strict=True):
            counting = {t for q in counts.values() if q.bound != "article" for t in _said(q)}
            found.append(
                [
                    (word.informative and not word.clitic)
                    or (i in read.denying | counting and word.category != "mark")
                    or is_hedge(word.lemma, read.lang)
                    for i, word in enumerate(read.words)
                ]
            )
        return found

    # -- The sides as wholes -------------------------------------------------------------------

    def add_context(self) -> None:
        """Add what a pair encoder decided, which follows from no words alone."""
        relation = self.relation
        if relation is None or not relation.context:
            return
        text = f"{_CONTEXT_TEXT[relation.label]} (judged by context)"
        self._add("link", text, ((), ()), evidence="context")

    # -- Conflicts -----------------------------------------------------------------------------

    def add_conflicts(self) -> None:
        """Add every conflict once, by its smallest link."""
        seen: list[tuple[str, set[tuple[int, int]]]] = []
        conflicts = [link for link in self.alignment if link.conflict]
        for link in sorted(conflicts, key=_size):
            inside = {(k, i) for k, places in enumerate(self._places(link)) for i in places}
            if any(reason == link.reason and tokens <= inside for reason, tokens in seen):
                continue
            seen.append((link.reason, inside))
            shown = self._conflicting(link)
            source, target = (_joined(read, s) for read, s in zip(self.read, shown, strict=True))
            why = _CONFLICT_TEXT.get(link.reason, link.reason)
            self._add(
                "conflict", f"conflict: {source} / {target} ({why})", shown, link, link.reason
            )

    def _conflicting(self, link: Link) -> list[list[int]]:
        """Return the tokens of both sides of a conflict that show it."""
        if link.reason == "number":
            pair = self._excluding(link)
            if pair is not None:
                return pair
        shown = [self._showing(link, k) for k in range(2)]
        texts = [[side.words[i] for i in s] for side, s in zip(self.sides, shown, strict=True)]
        if texts[0] == texts[1]:  # what differs stands elsewhere in the units
            whole = [self._trimmed(k, tokens) for k, tokens in enumerate(self._places(link))]
            return [longer or short for longer, short in zip(whole, shown, strict=True)]
        return shown

    def _showing(self, link: Link, k: int) -> list[int]:
        """Return the tokens of one side of a conflict that show it."""
        read, tokens, head = self.read[k], self._places(link)[k], self._roots(link)[k]
        if link.reason in ("negation", "modality"):
            denying = read.denying.intersection(tokens)
            return self._whole(k, sorted({*denying, *_verb_group(read, head)}))
        if link.reason == "roles":
            clause = read.clause_of_predicate(head)
            arguments = clause.arguments if clause is not None else ()
            return sorted({head, *(i for each in arguments if each.core for i in each.tokens)})
        same = set(self.same) if k == 0 else set().union(*self.same.values())
        other = [i for i in tokens if i not in same and read.words[i].informative]
        if link.reason in ("date", "name"):
            other = [i for i in other if self.sides[k].entities[i]] or other
        return self._whole(k, (other or tokens)[:LONGEST])

    def _excluding(self, link: Link) -> list[list[int]] | None:
        """Return the two quantities of a conflict of numbers."""
        inside = [set(places) for places in self._places(link)]
        mine, theirs = (
            [(noun, q) for noun, q in counts.items() if q.token in places or noun in places]
            for counts, places in zip(self.counts, inside, strict=True)
        )
        for noun, one in mine:
            for noun2, other in theirs:
                alike = one.number == other.number and one.dimension == other.dimension
                if alike and one.excludes(other):
                    return [self._quantity(0, noun, one), self._quantity(1, noun2, other)]
        return None

    # -- Places --------------------------------------------------------------------------------

    def add_exchanged(self) -> None:
        """Add what both sides say of the same words where two of these have each other's places.

        Nothing is said of it where one side entails the other: there the places come to the same.
        """
        if self.silent:
            return
        for shown, code in (*self._exchanged(), *self._turned()):
            if self._is_free(shown):
                source, target = self._texts(shown)
                why = f" ({_CONFLICT_TEXT[code]})" if code else ""
                self._add("link", f"exchanged: {source} / {target}{why}", shown, evidence="roles")

    def _exchanged(self) -> Iterator[tuple[list[list[int]], str]]:
        """Yield what says that two words exchange their places by one: "flew from A to B"."""
        source, target = self.read
        lang = self.sides[0].lang
        for one, two in combinations((place for place in source.places if place.sure), 2):
            slots = one.slot, two.slot
            if one.of != two.of or slots[0] == slots[1] or one.word == two.word:
                continue
            mutual = source.words[one.of].lemma in lang.mutual_verbs
            if mutual or not lang.symmetric_conjunctions.isdisjoint(slots):
                continue
            theirs = [p for j in self.same.get(one.of, ()) for p in target.places_at(j) if p.sure]
            found = [
                [p for p in theirs if p.word in self.same.get(mine.word, ()) and p.slot == slot]
                for mine, slot in ((one, slots[1]), (two, slots[0]))
            ]
            if all(found):
                shown = [self._placed(0, one, two), self._placed(1, found[1][0], found[0][0])]
                yield shown, "roles" if CORE.issuperset(slots) else ""

    def _turned(self) -> Iterator[tuple[list[list[int]], str]]:
        """Yield what says that a word belongs to what, on the other side, belongs to it.

        Examples: "a house boat" and "a boat house", "friend of a sister" and "sister of a friend".
        """
        source, target = self.read
        for one in source.places:
            name = "name" in (source.words[one.word].category, source.words[one.of].category)
            if not one.sure or one.role not in (KIND, OBLIQUE) or (name and one.role == KIND):
                continue
            for j in self.same.get(one.of, ()):
                for other in target.places_of(j):
                    turned = other.of in self.same.get(one.word, ())
                    if turned and other.sure and other.slot == one.slot:
                        yield [self._placed(0, one), self._placed(1, other)], ""

    def _placed(self, k: int, *places: Place) -> list[int]:
        """Return the tokens that show some places, with what stands between if they are near."""
        found = {t for p in places for t in (p.of, *range(min(p.top, p.word), p.word + 1))}
        if max(found) - min(found) < LONGEST:
            return self._trimmed(k, range(min(found), max(found) + 1))
        return sorted(found)

    # -- What is linked ------------------------------------------------------------------------

    def add_quantities(self) -> None:
        """Add nouns of which there are fewer or more, and amounts that are less or more."""
        links = {words.roots: words.link for words in self.words}
        for i, j in dict.fromkeys((*links, *self.amounts)):
            link = links.get((i, j))
            one, other = self.counts[0].get(i), self.counts[1].get(j)
            if one is None or other is None or "article" in (one.bound, other.bound):
                continue
            told = [one.entails(other), other.entails(one)]
            if one.bound == other.bound == "about" and all(told):  # "some 120"
                for done, linked, q in zip(self.done, self.linked, (one, other), strict=True):
                    done.update(set(_said(q)) - linked)
            # "Since 1960", "1960"
            alike = "" in (one.role, other.role) and one.extent == other.extent
            if all(told) or alike or (link is not None and link.conflict):
                continue
            roles = one.role != other.role or one.role not in (FROM, TO)
            shown = [self._quantity(0, i, one, roles), self._quantity(1, j, other, roles)]
            if self._is_free(shown):
                code = ("intersects", "generalizes", "specifies")[2 * told[0] + told[1]]
                self._about(link, (i, j), code, shown, "quantity")

    def add_words(self) -> None:
        """Add aligned content words that are not the same."""
        for words in self.words:
            if words.same or not all(
                any(read.words[i].informative for i in some)
                for read, some in zip(self.read, words.places, strict=True)
            ):
                continue
            shown = [self._whole(k, some) for k, some in enumerate(words.places)]
            if self._is_free(shown):
                self._about(words.link, words.roots, words.link.relation, shown, words.evidence)

    def _about(
        self,
        link: Link | None,
        roots: tuple[int, int],
        relation: str,
        shown: Sequence[Sequence[int]],
        evidence: str,
    ) -> None:
        """Add how two linked units are related, in agreement with the relation of the sides."""
        source, target = (f'"{_joined(r, i)}"' for r, i in zip(self.read, shown, strict=True))
        operator, directed = "", relation in ("specifies", "generalizes")
        if directed:
            words = [self.operator[k].get(i, "") for k, i in enumerate(roots)]
            operator = words[0] or words[1]
            adding = int((relation == "generalizes") != bool(operator))
            if adding in self.silent:
                relation = "intersects"
            if not self.silent:
                operator = ""
        if link is None or relation or self.judged:
            text = f"{source} {_RELATION_TEXT[relation or 'intersects']} {target}"
        else:
            text = f"{source} stands for {target} ({link.score:.2f})"
        if operator and relation != "intersects":
            text += f' (under "{operator}")'
        self._add("link", text, shown, link, evidence)

    # -- What both, and what one of them says --------------------------------------------------

    def add_shared(self) -> None:
        """Add what both sides say in the same words, as far as these stand side by side."""
        source = self.read[0]
        trimmed = [_with_joints(source, self._trimmed(0, run)) for run in self._shared_runs()]
        told = [run for run in trimmed if any(source.words[i].informative for i in run)]
        if told:
            text = f"both: {', '.join(_joined(source, run) for run in told)}"
            here = sorted({i for run in told for i in run})
            there = sorted({j for i in here for j in self.same.get(i, ())})
            self._add("both", text, (here, there))

    def _shared_runs(self) -> list[list[int]]:
        """Return the source words that the target shares, those that follow each other as one."""
        runs: list[list[int]] = []
        for i, js in sorted(self.same.items()):
            if i in self.done[0] or not js.isdisjoint(self.done[1]):
                continue
            if runs and self._goes_on(runs[-1][-1], i):
                runs[-1].append(i)
            else:
                runs.append([i])
        return runs

    def _goes_on(self, i: int, then: int) -> bool:
        """Return whether two shared source words follow each other, here and in the target.

        There they may be one word, or parts of one unit: "health care" and "healthcare".
        """
        source, target = self.read
        beside = any(
            j == k or _are_adjacent(target, j, k) for j, k in product(self.same[i], self.same[then])
        )
        return beside and _are_adjacent(source, i, then)

    def add_rest(self) -> None:
        """Add what has no counterpart and is in no statement yet."""
        for k, name in enumerate(SIDES):
            read = self.read[k]
            size = len(read.words)
            free = [i not in self.linked[k] and i not in self.done[k] for i in range(size)]
            told, texts = [], []
            for run in _runs(read, free):
                words = self._trimmed(k, run)
                if not any(self.news[k][i] for i in words):
                    continue
                operator = ""
                if k in self.silent:
                    operator = next(filter(None, (self.operator[k].get(i) for i in words)), "")
                    if not operator and not any(self._is_of_name(k, i) for i in words):
                        continue
                told += words
                words = _with_joints(read, words)
                texts.append(_joined(read, words) + (f' (under "{operator}")' if operator else ""))
            if told:
                both = (told, []) if k == 0 else ([], told)
                text = f"only the {name}: {', '.join(texts)}"
                self._add("only", text, both, units=tuple(texts))

    def _is_of_name(self, k: int, i: int) -> bool:
        """Return whether a number is a part of a name, as of "Act 2000": it is told in any case."""
        words = self.read[k].words
        beside = words[max(i - 1, 0) : i + 2]
        return words[i].category == "number" and any(w.category == "name" for w in beside)

    def add_arrangement(self) -> None:
        """Add why the sides differ though all that is worth telling is the same, if they do.

        It is a function word, "in" for "under", or the same words belong to others.
        """
        shared = all(statement.kind == "both" for statement in self.statements)
        if not (self.statements and shared and self.judged) or self.silent:
            return
        rest = [self._lone(k) for k in range(2)]
        source, target = self._texts(rest)
        if source and target:
            text = f'"{source}" {_RELATION_TEXT["intersects"]} "{target}"'
            self._add("link", text, rest)
        elif source or target:
            text, name = source or target, SIDES[bool(target)]
            self._add("only", f"only the {name}: {text}", rest, units=(text,))
        elif verbs := self._at_other_times():
            told = " / ".join(self._texts(verbs))
            self._add("link", f"said of another time: {told}", verbs, evidence="tense")
        else:
            text = "the words are the same, but not what belongs to what"
            self._add("link", text, ((), ()), evidence="roles")

    def _texts(self, shown: Sequence[Sequence[int]]) -> list[str]:
        """Return some tokens of source and target as texts."""
        return [_joined(read, some) for read, some in zip(self.read, shown, strict=True)]

    def _at_other_times(self) -> tuple[list[int], list[int]] | None:
        """Return the verbs of both sides by which one thing is so at other times, if there are."""
        for one, other in product(*(read.clauses for read in self.read)):
            source, target = self.read[0].words[one.predicate], self.read[1].words[other.predicate]
            forms = (one.tense, one.aspect), (other.tense, other.aspect)
            if source.lemma == target.lemma and forms[0] != forms[1]:
                return [one.verb], [other.verb]
        return None

    def _lone(self, k: int) -> list[int]:
        """Return the words of a side that the other one does not have, articles and marks apart."""
        theirs = {word.lemma for word in self.read[1 - k].words}
        side, read = self.sides[k], self.read[k]
        return [
            i
            for i, word in enumerate(read.words)
            if word.category not in ("mark", "space", "symbol") and word.lemma not in theirs
            if side.words[i] not in side.lang.articles and i not in self.done[k]
        ]

    # -- Units ---------------------------------------------------------------------------------

    def _whole(self, k: int, tokens: Sequence[int]) -> list[int]:
        """Return tokens with what is written in one word with them, if nothing else is said of it.

        A verb brings its particle, and a word of several tokens is told whole: "passed away".
        """
        read, found = self.read[k], set(tokens)
        for i in tokens:
            found.update(t for t in read.written[i] if t not in self.done[k])
            if i in read.particles:
                found.add(read.particles[i])
            unit = self.units[k].get(i)
            if unit is not None:
                found.update(set(unit.tokens) - self.done[k] - self.linked[k])
        return sorted(found)

    def _quantity(self, k: int, noun: int, quantifier: Quantity, opened: bool = True) -> list[int]:
        """Return what says how many, with what is counted; opened by its preposition or not."""
        said = _said(quantifier) if opened else quantifier.tokens
        first, last = min(*said, noun), max(*said, noun)
        between = range(first, last + 1)
        near = last - first < LONGEST and noun == last
        return self._whole(k, list(between) if near else sorted({*said, noun}))

    def _trimmed(self, k: int, tokens: Sequence[int]) -> list[int]:
        """Return tokens without function words at the edges, prepositions in front kept."""
        side, run = self.sides[k], list(tokens)
        while run and (self._is_edge(k, run[-1], _ENDS) or self._is_stray(k, run[-1], run)):
            run.pop()
        while run and (
            self._is_edge(k, run[0], _EDGES)
            or side.words[run[0]] in side.lang.complementizers
            or self._is_stray(k, run[0], run)
        ):
            run.pop(0)
        return run

    def _is_stray(self, k: int, i: int, run: Sequence[int]) -> bool:
        """Return whether a token is the article of what counts, and that is not in the run."""
        lang = self.sides[k].lang
        if self.sides[k].words[i] not in lang.articles:
            return False
        return all(
            i not in q.tokens or set(q.tokens) & set(run) == {i} for q in self.counts[k].values()
        )

    def _is_edge(self, k: int, i: int, categories: frozenset[str]) -> bool:
        category = self.read[k].words[i].category
        if category in _ENDS - _EDGES:
            return category in categories
        untagged = not category and self.sides[k].stops[i]
        mark = self.sides[k].texts[i] in JOINTS
        return (category in categories or untagged or mark) and not self.news[k][i]

    def _is_free(self, shown: Sequence[Iterable[int]]) -> bool:
        return all(done.isdisjoint(some) for done, some in zip(self.done, shown, strict=True))

    def _add(
        self,
        kind: Kind,
        text: str,
        shown: Sequence[Sequence[int]],
        link: Link | None = None,
        evidence: str = "",
        units: tuple[str, ...] = (),
    ) -> None:
        tokens = [tuple(side[i] for i in s) for side, s in zip(self.sides, shown, strict=True)]
        self.statements.append(Statement(kind, text, tokens[0], tokens[1], link, evidence, units))
        for done, some in zip(self.done, shown, strict=True):
            done.update(some)


def _is_spelt_alike(link: Link, lang: LanguageData) -> bool:
    """Return whether two units are one in letters alone, or two words in all spellings."""
    spans = link.source, link.target
    written = ["".join(filter(str.isalnum, span.text.lower())) for span in spans]
    spelt = [variant(span.root.lemma_.lower(), lang) for span in spans if len(span) == 1]
    return written[0] == written[1] != "" or (len(spelt) == 2 and spelt[0] == spelt[1] != "")


def _said(quantifier: Quantity) -> tuple[int, ...]:
    """Return the tokens that say how many."""
    return (*quantifier.opener, *quantifier.tokens)


def _verb_group(read: Analysis, head: int) -> list[int]:
    """Return a word with what denies it, helps it and completes it: "does not switch off"."""
    denying = {op.token for op in read.scopes if op.negative and op.of == head}
    helping = {i for i, verb in enumerate(read.meant) if verb == head}
    return sorted({head, read.particles.get(head, head), *denying, *helping})


def _size(link: Link) -> int:
    return len(link.source_tokens) + len(link.target_tokens)


def _with_joints(read: Analysis, run: Sequence[int]) -> list[int]:
    """Return tokens with what is written in one word with them and bears no information."""
    found = set(run)
    for i in run:
        word = {t for t in read.written[i] if not read.words[t].clitic}
        if not any(read.words[t].informative for t in word - found):
            found |= word
    return sorted(found)


def _are_adjacent(read: Analysis, i: int, j: int) -> bool:
    """Return whether one word follows another, at most a mark that joins them between."""
    if j == i + 2:
        return read.words[i + 1].text in JOINTS and j in read.written[i]
    return j == i + 1


def _runs(read: Analysis, keep: Sequence[bool]) -> Iterator[list[int]]:
    """Yield the runs of tokens to keep; punctuation between written words ends a run."""
    run: list[int] = []
    for i, kept in enumerate(keep):
        inside = not read.sentence[i].is_punct or len(read.written[i]) > 1
        if kept and inside:
            run.append(i)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _joined(read: Analysis, tokens: Sequence[int]) -> str:
    """Return the text of tokens, with dots where some between them are left out.

    The end of a word that stands without the word is told in full: "not" for "n't".
    """
    text = ""
    for k, i in enumerate(tokens):
        follows = k > 0 and i == tokens[k - 1] + 1
        if k and not follows:
            text = text.rstrip() + " … "
        word = read.words[i]
        short = word.clitic and word.category == "particle" and word.lemma.isalpha()
        blank = read.sentence[i].whitespace_
        text += word.lemma + blank if short and not follows else word.text + blank
    return text.strip()
