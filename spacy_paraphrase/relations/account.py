"""The account of a pair: statements on every significant word, as shown in explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from ..analysis.clauses import Clause
from ..analysis.quantities import FROM, TO, Quantity
from ..pairs.alignment import Alignment, Link
from ..pairs.pair import SIDES
from ..pairs.results import read_relation
from .quoted_words import (
    LONGEST,
    QuotedWords,
    are_adjacent,
    joined,
    pieces,
    runs,
    said,
    verb_group,
    with_joints,
)
from .statements import (
    CONFLICT_TEXT,
    CORRESPONDS,
    PLACE,
    RELATION_TEXT,
    SAME_ALONE,
    SAYS_LESS,
    STANCE_TEXT,
    Kind,
    Statement,
    beside,
    is_doubtful,
    modality_text,
)

# The greatest distance of a word from its negation or restriction, to be quoted with it.
NEAR = 3
# Relations of words in which one entails the other.
AGREEING = ("equals", "restates", "specifies", "generalizes")
# Categories of function words.
_FUNCTIONAL = {"preposition", "auxiliary", "conjunction", "subordinator", "particle", "determiner"}


class Account(QuotedWords):
    """Collects the statements on a pair, and keeps track of the tokens that they cover.

    Every significant word is in exactly one statement: words that carry information, negate, count,
    restrict, or express certainty. The statements agree with the relation of the sides: a side that
    is not entailed has words that are "only" there, more specific, or different; a side that is
    entailed has none of these, only words that are "implied".

    Args:
        alignment: The alignment of the pair.
    """

    def __init__(self, alignment: Alignment) -> None:
        super().__init__(alignment)
        relation = read_relation(alignment.doc)
        self.relation = relation
        self.judged = relation is not None and not relation.abstains
        # Sides that the other side entails.
        held = (relation.entailed, relation.entails) if relation is not None else ()
        self.silent = tuple(k for k, says_no_more in enumerate(held) if says_no_more)
        # Words that the other side does not support, by the judge.
        self.unsupported = relation.unsupported if relation is not None else ((), ())
        # Sides for which a statement shows that the other side does not entail them.
        self.more = [False, False]
        # Sides that a word of the other side makes more specific: "small" of "no small birds".
        self.turned: set[int] = set()
        self.statements: list[Statement] = []
        self.add_conflicts()
        self.add_exchanged()
        self.add_quantities()
        self.add_modality()
        self.add_words()
        self.add_in_one_place()
        self.add_unnamed_conflict()
        self.add_shared()
        self.add_rest()
        self.add_arrangement()

    def add_conflicts(self) -> None:
        """Add every conflict once, for its smallest link."""
        if self.judged and self.relation is not None and not self.relation.conflict:
            return
        seen: list[tuple[str, set[tuple[int, int]]]] = []
        conflicts = [link for link in self.alignment if link.conflict]
        for link in sorted(conflicts, key=_size):
            inside = {(k, i) for k, places in enumerate(self._places(link)) for i in places}
            if any(reason == link.reason and tokens <= inside for reason, tokens in seen):
                continue
            seen.append((link.reason, inside))
            shown = self._unstated(self._conflicting(link))
            source, target = self._texts(shown)
            why = CONFLICT_TEXT.get(link.reason, link.reason)
            self.more = [True, True]
            self._add(
                "conflict", f"conflict: {source} / {target} ({why})", shown, link, link.reason
            )

    def add_unnamed_conflict(self) -> None:
        """Add the words of a conflict that only the judge predicts, without a link.

        These are the words that the other side does not support; else the predicates.
        """
        has_conflict = any(statement.kind == "conflict" for statement in self.statements)
        if has_conflict or self.relation is None or not self.relation.conflict:
            return
        links = [each for each in self.statements if each.source and each.target]
        if "name" in self.relation.reasons[:1]:
            links = [each for each in links if self._has_name(each)]
        if links:
            self._turn_into_conflict(max(links, key=self._opposition))
        else:
            self._add_unsupported_conflict()

    def _turn_into_conflict(self, found: Statement) -> None:
        """Replace the statement on two linked units by a conflict."""
        shown = [self._with_host(k, some) for k, some in enumerate(self._own(found))]
        source, target = self._texts(shown)
        text = f"conflict: {source} / {target} ({self._why()})"
        self.statements.remove(found)
        self._add("conflict", text, shown, found.link, found.evidence, relation=found.relation)
        self.more = [True, True]

    def _add_unsupported_conflict(self) -> None:
        """Add a conflict of the unsupported words of both sides, or else of the predicates."""
        free = self._unstated(self.unsupported)
        shown = [
            [i for i in some if news[i]] or some for some, news in zip(free, self.news, strict=True)
        ]
        for k, read in enumerate(self.read):
            if not shown[k] and read.clauses and read.clauses[0].predicate not in self.done[k]:
                shown[k] = [read.clauses[0].predicate]
        shown = [self._with_host(k, some[:LONGEST]) for k, some in enumerate(shown)]
        if all(shown):
            self.more = [True, True]
            source, target = self._texts(shown)
            self._add("conflict", f"conflict: {source} / {target} ({self._why()})", shown)

    def _unstated(self, shown: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return the tokens of both sides, among some, that are in no statement yet."""
        return [
            [i for i in some if i not in done] for some, done in zip(shown, self.done, strict=True)
        ]

    def _with_host(self, k: int, tokens: Iterable[int]) -> list[int]:
        """Return tokens with the words that operators among them apply to: "only managers"."""
        read, found = self.read[k], set(tokens)
        for op in read.scopes:
            if op.token in found and 0 < op.of - op.token <= NEAR:
                found.update(set(range(op.token, op.of + 1)) - self.done[k])
        return sorted(found)

    def _why(self) -> str:
        """Return the text of the reason for the conflict of the sides."""
        reasons = self.relation.reasons if self.relation is not None else ()
        return CONFLICT_TEXT.get("".join(reasons[:1]), CONFLICT_TEXT[""])

    def _own(self, statement: Statement) -> list[list[int]]:
        """Return the words of a statement, by their index within the sides."""
        starts = self.alignment.source.start, self.alignment.target.start
        tokens = statement.source, statement.target
        return [[t.i - start for t in some] for some, start in zip(tokens, starts, strict=True)]

    def _has_name(self, statement: Statement) -> bool:
        own = enumerate(self._own(statement))
        return any(self.sides[k].entities[i] for k, some in own for i in some)

    def _opposition(self, statement: Statement) -> tuple[bool, int]:
        """Return the rank of two linked units as a conflict; quantities have the highest rank."""
        lone = sum(i in self.unsupported[k] for k, s in enumerate(self._own(statement)) for i in s)
        return statement.evidence == "quantity", lone

    def _conflicting(self, link: Link) -> list[list[int]]:
        """Return the tokens of both sides of a conflict that show it."""
        if link.reason == "number":
            pair = self._excluding(link)
            if pair is not None:
                return pair
        shown = [self._showing(link, k) for k in range(2)]
        texts = [[side.words[i] for i in s] for side, s in zip(self.sides, shown, strict=True)]
        if texts[0] == texts[1]:  # the difference is elsewhere in the units
            whole = [self._trimmed(k, tokens) for k, tokens in enumerate(self._places(link))]
            return [longer or short for longer, short in zip(whole, shown, strict=True)]
        return shown

    def _showing(self, link: Link, k: int) -> list[int]:
        """Return the tokens of one side of a conflict that show it."""
        tokens, head = self._places(link)[k], self._roots(link)[k]
        if link.reason in ("negation", "modality"):
            return self._denying(k, tokens, head)
        if link.reason == "roles":
            clause = self.read[k].clause_of_predicate(head)
            arguments = clause.arguments if clause is not None else ()
            return sorted({head, *(i for each in arguments if each.core for i in each.tokens)})
        return self._whole(k, (self._differing(k, tokens, link.reason) or tokens)[:LONGEST])

    def _denying(self, k: int, tokens: Sequence[int], head: int) -> list[int]:
        """Return the tokens of a unit that negate its head, or express its modality."""
        read = self.read[k]
        clause = read.innermost_clause(head)
        needed = clause.modality.tokens if clause is not None and clause.modality else ()
        meant: set[int] = set()
        if clause is not None and head in (clause.verb, *needed):
            meant = {clause.predicate, *needed} - self.done[k]
        denying = read.denying.intersection(tokens)
        return self._whole(k, self._with_host(k, {*denying, *verb_group(read, head), *meant}))

    def _differing(self, k: int, tokens: Sequence[int], reason: str) -> list[int]:
        """Return the informative tokens of a unit that the other side does not have."""
        read = self.read[k]
        same = set(self.same) if k == 0 else set().union(*self.same.values())
        other = [i for i in tokens if i not in same and read.words[i].informative]
        if reason in ("date", "name"):
            other = [i for i in other if self.sides[k].entities[i]] or other
        if reason == "date":  # a day is quoted with its month and year
            dates = (q.tokens for q in read.dates.values() if not set(q.tokens).isdisjoint(other))
            other = sorted({*other, *(i for tokens in dates for i in tokens)})
        return other

    def _excluding(self, link: Link) -> list[list[int]] | None:
        """Return the two quantities of a conflict of numbers."""
        inside = map(set, self._places(link))
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

    def add_exchanged(self) -> None:
        """Add words that both sides have but with exchanged roles.

        This is skipped if one side entails the other, as the roles then mean the same.
        """
        if self.silent:
            return
        for shown, code in (*self._exchanged(), *self._turned()):
            if self._is_free(shown):
                self.more = [True, True]
                source, target = self._texts(shown)
                why = f" ({CONFLICT_TEXT[code]})" if code else ""
                self._add("link", f"exchanged: {source} / {target}{why}", shown, evidence="roles")

    def add_quantities(self) -> None:
        """Add nouns and amounts whose quantities differ."""
        links = {words.roots: words.link for words in self.words}
        for i, j in dict.fromkeys((*links, *self.amounts)):
            link = links.get((i, j))
            one, other = self.counts[0].get(i), self.counts[1].get(j)
            if one is None or other is None or "article" in (one.bound, other.bound):
                continue
            implies, implied = one.entails(other), other.entails(one)
            alike = self._are_alike(one, other, implies and implied)
            if alike or (link is not None and link.conflict):
                continue
            roles = one.role != other.role or one.role not in (FROM, TO)
            shown = [self._quantity(0, i, one, roles), self._quantity(1, j, other, roles)]
            if self._is_free(shown):
                code = ("intersects", "generalizes", "specifies", "restates")[2 * implies + implied]
                self._about(link, (i, j), code, shown, "quantity")

    def _are_alike(self, one: Quantity, other: Quantity, same: bool) -> bool:
        """Return whether two amounts do not differ: "since 1960" and "1960"."""
        if one.bound == other.bound == "about" and same:  # "some 120"
            for done, linked, q in zip(self.done, self.linked, (one, other), strict=True):
                done.update(set(said(q)) - linked)
        same = same or ("" in (one.role, other.role) and one.extent == other.extent)
        return same and not self._is_bounded_otherwise(one, other)

    def _is_bounded_otherwise(self, *quantities: Quantity) -> bool:
        """Return whether two amounts have bounds in different words: "no more than", "at most"."""
        words = [
            [side.words[t] for t in sorted({*q.tokens} - {q.token})]
            for side, q in zip(self.sides, quantities, strict=True)
        ]
        return words[0] != words[1] and all(
            q.bound in ("least", "most", "limit") for q in quantities
        )

    def add_modality(self) -> None:
        """Add predicates that one side states as more certain or necessary: "may", "must".

        This is skipped for sides that entail each other.
        """
        if not self.judged or len(self.silent) == len(SIDES):
            return
        for clauses in self._same_clauses():
            if not all(map(_is_asserted, clauses)):
                continue
            modality = [clause.modality for clause in clauses]
            descriptions = modality_text(modality[0]), modality_text(modality[1])
            shown = [[*(each.tokens if each else ())] for each in modality]
            if descriptions[0] == descriptions[1] or not (any(shown) and self._is_free(shown)):
                continue
            quoted = [f' ("{text}")' if text else "" for text in self._texts(shown)]
            for k in range(len(SIDES)):
                self.more[k] |= k not in self.silent
            self._add("link", beside(descriptions, quoted), shown, evidence="modality")

    def _same_clauses(self) -> Iterator[tuple[Clause, Clause]]:
        for words in self.words:
            source, target = (
                read.clause_of_predicate(i) for read, i in zip(self.read, words.roots, strict=True)
            )
            if source is not None and target is not None:
                yield source, target

    def add_words(self) -> None:
        """Add aligned significant words that are not the same."""
        for words in self.words:
            if words.same or not all(
                any(news[i] for i in some)
                for news, some in zip(self.news, words.places, strict=True)
            ):
                continue
            shown = self._measures(words.roots) or [
                self._whole(k, some) for k, some in enumerate(words.places)
            ]
            if self._is_free(shown):
                self._about(words.link, words.roots, words.link.relation, shown, words.evidence)

    def add_in_one_place(self) -> None:
        """Add words that differ in one place of two linked words, if both sides say more."""
        if not self.judged or self.silent:
            return
        for roots in self._in_one_place():
            phrases = [self._without_conjuncts(k, i) for k, i in enumerate(roots)]
            free = [sorted(p - linked) for p, linked in zip(phrases, self.linked, strict=True)]
            shown = [self._whole(k, self._trimmed(k, some)) for k, some in enumerate(free)]
            if self._is_free(shown) and max(map(len, shown)) <= LONGEST:
                self.more = [True, True]
                self._add_other(shown, PLACE)

    def _about(
        self,
        link: Link | None,
        roots: tuple[int, int],
        relation: str,
        shown: Sequence[Sequence[int]],
        evidence: str,
    ) -> None:
        """Add how two linked units are related, in agreement with the relation of the sides."""
        source, target = self._texts(shown)
        relation, adding = self._agreed(roots, relation)
        operators = [self.operator[k].get(i, "") for k, i in enumerate(roots)]
        operator = next(filter(None, operators), "")
        if operator in (*source.split(), *target.split()):
            operator = ""
        if link is None or self.judged:
            relation = relation or "intersects"
        if relation:
            text = f'"{source}" {self._wording(link, roots, relation, evidence)} "{target}"'
        elif link is not None:
            text = f'"{source}" stands for "{target}" ({link.score:.2f})'
        if link is not None and link.reason and relation == link.relation:
            text += f" ({link.reason})"  # by a table of phrases
        if operator and len(self.silent) == 1 and relation in ("specifies", "generalizes"):
            text += SAYS_LESS.format(operator)
        for k in adding:
            self.more[k] = True
        self._add("link", text, shown, link, evidence, relation=relation)

    def _wording(
        self, link: Link | None, roots: tuple[int, int], relation: str, evidence: str
    ) -> str:
        """Return how two linked units are related; what only this pair shows "corresponds"."""
        if relation == "intersects" and len(self.silent) == len(SIDES):
            return CORRESPONDS
        if not self.judged or link is None or link.reason or evidence in (*SAME_ALONE, "quantity"):
            return RELATION_TEXT[relation]
        if relation == "restates":
            return RELATION_TEXT[relation] if self._is_name_or_number(roots) else CORRESPONDS
        lone = any(i in self.unsupported[k] for k, i in enumerate(roots))
        alike = relation == "intersects" and self.silent and not lone
        return CORRESPONDS if alike and link.relation != "intersects" else RELATION_TEXT[relation]

    def _is_name_or_number(self, roots: tuple[int, int]) -> bool:
        """Return whether two words are quantities, or one of them is a name or a number."""
        words = [self.read[k].words[i] for k, i in enumerate(roots)]
        named = any(word.capital or word.category in ("name", "number") for word in words)
        return named or all(i in self.counts[k] for k, i in enumerate(roots))

    def _agreed(self, roots: tuple[int, int], relation: str) -> tuple[str, tuple[int, ...]]:
        """Return the relation of two linked units, and the sides that it makes not entailed."""
        # The relation of the sides has priority over the relation of two words.
        if not self.judged:
            return relation, ()
        lone = [k for k, i in enumerate(roots) if i in self.unsupported[k]]
        if relation in ("equals", "restates"):
            adding = tuple(k for k in lone if k not in self.silent)
            if adding:
                relation = self._label() if self.silent else "intersects"
            return relation, adding
        if relation in ("specifies", "generalizes"):
            turned = any(self.operator[k].get(i) for k, i in enumerate(roots))
            side = int((relation == "generalizes") != turned)
            if side not in self.silent:
                return relation, (side,)
        return "intersects", tuple(k for k in (0, 1) if k not in self.silent)

    def _label(self) -> str:
        return self.relation.label if self.relation is not None else ""

    def add_shared(self) -> None:
        """Add the words that both sides share, in runs of adjacent words."""
        source = self.read[0]
        trimmed = [with_joints(source, self._trimmed(0, run)) for run in self._shared_runs()]
        selected = [run for run in trimmed if any(self.news[0][i] for i in run)]
        if selected:
            text = f"both: {', '.join(joined(source, run) for run in selected)}"
            here = sorted(set().union(*selected))
            there = sorted({j for i in here for j in self.same.get(i, ())})
            self._add("both", text, (here, there))

    def _shared_runs(self) -> list[list[int]]:
        """Return the source words that the target shares, as runs."""
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
        """Return whether two shared source words follow each other, here and in the target."""
        # In the target they may be one word, or parts of one unit: "health care" and "healthcare".
        source, target = self.read
        beside = any(
            j == k or are_adjacent(target, j, k) for j, k in product(self.same[i], self.same[then])
        )
        return beside and are_adjacent(source, i, then)

    def add_rest(self) -> None:
        """Add the words without a statement: those of one side only, and implied ones.

        The remaining words of an entailed side are implied, unless an operator reverses this ("No
        one likes poems" entails "No one likes long poems").
        """
        left = [self._without_repetitions(k, list(self._left(k))) for k in range(2)]
        if not self.silent and any(left) and self._add_function_words(left):
            return
        for k, name in enumerate(SIDES):
            alone, implied = self._parted(k, left[k])
            if alone:
                # The note is given once, after the last run with it.
                last = {less: number for number, (_, less) in enumerate(alone)}
                texts = [
                    self._with_denied(k, run) + less * (last[less] == number)
                    for number, (run, less) in enumerate(alone)
                ]
                self._add_of_one("only", f"only the {name}", k, [run for run, _ in alone], texts)
                self.more[k] = True
                if k in self.silent:  # "no small birds"
                    self.turned.add(1 - k)
            if implied:
                texts = [self._with_denied(k, run) for run in implied]
                found = self.relation
                doubtful = found is not None and is_doubtful(found.chances[1 - k], k in self.silent)
                opener = f"the {SIDES[1 - k]} {'probably ' * doubtful}implies"
                self._add_of_one("implied", opener, k, implied, texts)

    def _parted(
        self, k: int, left: list[list[int]]
    ) -> tuple[list[tuple[list[int], str]], list[list[int]]]:
        """Return the runs of one side alone, each with a note to add, and the implied runs."""
        if k not in self.silent:
            return [(run, "") for run in left], []
        alone, implied = [], []
        for run in left:
            operator = next(filter(None, (self.operator[k].get(i) for i in run)), "")
            if operator in joined(self.read[k], run):  # the run contains the operator
                operator = ""
            if operator and len(self.silent) == 1:
                alone.append((run, SAYS_LESS.format(operator)))
            else:
                implied.append(run)
        return alone, implied

    def _add_function_words(self, left: list[list[list[int]]]) -> bool:
        """Add function words that differ, if no other words are left: "since", "in"."""
        shown = [[i for run in runs for i in run] or self._lone(k) for k, runs in enumerate(left)]
        kinds = {self.read[k].words[i].category for k in range(2) for i in shown[k]}
        if not (all(shown) and kinds <= _FUNCTIONAL) or max(map(len, left)) > 1:
            return False
        self._add_other(shown)
        self.more = [True, True]
        return True

    def _add_other(self, shown: Sequence[Sequence[int]], evidence: str = "") -> None:
        """Add a statement that some words differ from those of the other side."""
        source, target = units = tuple(self._texts(shown))
        text = f'"{source}" {RELATION_TEXT["intersects"]} "{target}"'
        self._add("link", text, shown, None, evidence, units, "intersects")

    def _left(self, k: int) -> Iterator[list[int]]:
        """Yield the runs of significant words of a side that are in no statement."""
        read, news, done = self.read[k], self.news[k], self.done[k]
        free = [i not in done and (i not in self.linked[k] or news[i]) for i in range(len(news))]
        for part in (part for run in runs(read, free) for part in pieces(read, run, news)):
            words = self._trimmed(k, part)
            if any(news[i] for i in words):
                yield [i for i in with_joints(read, words) if i not in done]

    def _without_repetitions(self, k: int, left: list[list[int]]) -> list[list[int]]:
        """Add runs that only repeat shared words to the statement on these; return the others."""
        words, lone, news = self.read[k].words, self.unsupported[k], self.news[k]
        for n, each in enumerate(self.statements):
            if each.kind == "both":
                shared = {words[i].lemma for i in self._own(each)[k] if words[i].content}
                new = [
                    i in lone or (news[i] and w.lemma not in shared) for i, w in enumerate(words)
                ]
                again = {
                    self.sides[k][i] for run in left for i in run if not any(new[t] for t in run)
                }
                both = [*each.source], [*each.target]
                both[k][:] = sorted({*both[k], *again}, key=lambda token: token.i)
                self.statements[n] = replace(each, source=tuple(both[0]), target=tuple(both[1]))
                left = [run for run in left if any(new[i] for i in run)]
        return left

    def _with_denied(self, k: int, run: Sequence[int]) -> str:
        """Return the text of a run; a negation includes the negated word: "not barking"."""
        read = self.read[k]
        of = {
            op.of
            for op in read.scopes
            if op.negative and op.token in run and not read.words[op.token].informative
            if op.of >= 0 and abs(op.of - op.token) <= NEAR
        }
        lone = all(i in read.denying for i in run if self.news[k][i])
        return joined(read, sorted({*run, *of}) if lone else run)

    def _add_of_one(
        self, kind: Kind, opener: str, k: int, runs: list[list[int]], texts: list[str]
    ) -> None:
        tokens = [i for run in runs for i in run]
        both = (tokens, []) if k == 0 else ([], tokens)
        self._add(kind, f"{opener}: {', '.join(texts)}", both, units=tuple(texts))

    def add_arrangement(self) -> None:
        """Add the reason why a side is not entailed, if no other statement shows it.

        It is a function word ("in" for "under"), another tense, or another head of a word.
        """
        wanting = [k for k in range(2) if k not in self.silent and not self.more[k]]
        if not (self.statements and wanting and self.judged) or self._restricted():
            return
        if not self._add_lone(wanting):
            self._add_reason()

    def _add_lone(self, wanting: Sequence[int]) -> bool:
        """Add the words of one side alone, and return whether each of some sides has any."""
        rest = [self._lone(k) if k in wanting else [] for k in range(2)]
        source, target = self._texts(rest)
        if source and target:
            self._add_other(rest)
            return True
        for k in wanting:
            if rest[k]:
                text = source or target
                self._add_of_one("only", f"only the {SIDES[k]}", k, [rest[k]], [text])
        return all(rest[k] or k in self.turned for k in wanting)

    def _add_reason(self) -> None:
        """Mark the statement that shows why a side is not entailed, or add the reason."""
        if self._doubted() or self._conditioned() or self._denied():
            return
        if verbs := self._at_other_times():
            quoted = " / ".join(self._texts(verbs))
            self._add("link", f"said of another time: {quoted}", ((), ()), evidence="tense")
        elif text := self._said_otherwise():
            self._add("link", text, ((), ()), evidence="stance")
        else:
            self._add("link", self._rearranged(), ((), ()), evidence="roles")

    def _rearranged(self) -> str:
        """Return the text on words that both sides have, if no words tell the sides apart."""
        words, others = (
            {i: word for i, word in enumerate(side.words) if not side[i].is_punct}
            for side in self.sides
        )
        if sorted(words.values()) != sorted(others.values()):
            return "no single word shows why one side does not follow from the other"
        moved = [(i, j) for i, j in zip(words, others, strict=True) if words[i] != others[j]]
        if not moved:
            return "the words are the same, but not what belongs to what"
        source, target = self._texts([*map(list, zip(*moved, strict=True))])
        why = "exchanged" if len(moved) == len(SIDES) else "the same words in another order"
        return f"{why}: {source} / {target}"

    def _restricted(self) -> bool:
        """Turn implied words into a restriction: "visitors under 12", "if it rains"."""
        for number, statement in enumerate(self.statements):
            if statement.kind == "implied":
                name = SIDES[not statement.source]
                text = f"the {name} restricts it: {', '.join(statement.units)}"
                restriction = replace(statement, kind="only", text=text, evidence="restriction")
                self.statements[number] = restriction
                return True
        return False

    def _doubted(self) -> bool:
        """Change the statement on two words of the same meaning to the relation of the sides."""
        # If neither side is entailed, a more specific or more general word counts, too.
        for number, statement in enumerate(self.statements):
            known = ("equals", "restates") if self.silent else AGREEING
            same = statement.relation in known and statement.source and statement.target
            if statement.kind == "link" and same:
                source, target = self._texts(self._own(statement))
                relation = self._label() if self.silent else "intersects"
                text = f'"{source}" {RELATION_TEXT[relation]} "{target}"'
                self.statements[number] = replace(statement, text=text, relation=relation)
                return True
        return False

    def _conditioned(self) -> bool:
        """Mark a statement on words of one side alone as a condition."""
        return self._marked(
            "condition", [{op.token for op in read.scopes if op.condition} for read in self.read]
        )

    def _denied(self) -> bool:
        """Mark a statement on words of one side alone as a negation."""
        # The negated clause is one that both sides have.
        clauses = list(self._same_clauses())
        return self._marked(
            "denial", [{t for each in clauses for t in each[k].denied} for k in range(len(SIDES))]
        )

    def _marked(self, evidence: str, telling: Sequence[set[int]]) -> bool:
        """Set the evidence of the first statement on one side alone that has one of some tokens."""
        for number, statement in enumerate(self.statements):
            k = int(not statement.source)
            if statement.kind == "only" and not telling[k].isdisjoint(self._own(statement)[k]):
                self.statements[number] = replace(statement, evidence=evidence)
                return True
        return False

    def _at_other_times(self) -> tuple[list[int], list[int]] | None:
        """Return the verbs of a common predicate with different tenses, None if there is none."""
        for one, other in product(*(read.clauses for read in self.read)):
            source, target = self.read[0].words[one.predicate], self.read[1].words[other.predicate]
            forms = (one.tense, one.aspect), (other.tense, other.aspect)
            if source.lemma == target.lemma and forms[0] != forms[1]:
                return [one.verb], [other.verb]
        return None

    def _said_otherwise(self) -> str:
        """Return the text on a clause of different stances on the two sides, "" for none."""
        for source, target in self._same_clauses():
            if source.stance != target.stance:
                both = source.is_denied and target.is_denied  # then negation is not a difference
                known = STANCE_TEXT | ({"denied": STANCE_TEXT["asserted"]} if both else {})
                texts = known[source.stance], known[target.stance]
                if texts[0] != texts[1]:
                    return beside(texts)
        return ""

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
        relation: str = "",
    ) -> None:
        tokens = [tuple(side[i] for i in s) for side, s in zip(self.sides, shown, strict=True)]
        statement = Statement(kind, text, tokens[0], tokens[1], link, evidence, units, relation)
        self.statements.append(statement)
        for done, some in zip(self.done, shown, strict=True):
            done.update(some)


def _is_asserted(clause: Clause) -> bool:
    return clause.stance == "asserted" and not clause.denied


def _size(link: Link) -> int:
    return len(link.source_tokens) + len(link.target_tokens)
