"""Mined rules as a rewriting source: "X was bought by Y" for "Y bought X"."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.matcher import DependencyMatcher
from spacy.vocab import Vocab

from ..analysis.sentence import Sentence
from ..generation.lattices.lattice import Proposal
from ..generation.proposers.sources import as_written
from ..lexicon.phrase_table import TableRow
from ..readers.files import PathLike, build_records, json_object, numbered_lines
from ..readers.table_rows import support_of
from ..registry import PROPOSERS, registered
from .rules import Rule, apply, to_dependency_matcher


class RuleSource:
    """Proposes rewrites of the constituents of a sentence by mined rules.

    Args:
        path: A file of rules in the format of the command `mine rules`.
        name: Name of the source in edits.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P102 for a line that is not an object.
    """

    def __init__(self, path: PathLike, name: str = "rules") -> None:
        self.name = name
        self._rules: list[Rule] = list(build_records(numbered_lines(path), json_object, None))
        self._matcher: tuple[Vocab, DependencyMatcher] | None = None

    def propose(self, sentence: Sentence) -> Iterator[Proposal]:
        """Yield the proposals for a parsed sentence."""
        if not sentence.parsed:
            return
        doc, first = sentence.span.doc, sentence.span.start
        for key, places in self._matching(doc.vocab)(sentence.span):
            rule = self._rules[int(doc.vocab.strings[key])]
            tokens = [sentence.span[place] for place in places]
            words = apply(rule, tokens)
            if words is None or rule.get("relation") in (None, "conflict"):
                continue
            subtree = [token.i - first for token in tokens[0].subtree]
            # The rule as a table row for guards, with its relation and its number of texts.
            evidence = {"count": rule["count"], "examples": rule["examples"], "kind": ""}
            source, _, target = str(rule["text"]).partition(" → ")
            quality = min(float(rule.get("share") or 1.0), 1.0)
            row = TableRow(source, target, quality, rule["relation"], support=support_of(evidence))
            written = tuple(as_written(" ".join(words), sentence.lang.code).split())
            yield Proposal(
                *(subtree[0], subtree[-1] + 1, written),
                *(row.quality, row.relation or "restates", self.name),
                info={"row": row, "rule": rule["text"]},
            )

    def _matching(self, vocab: Vocab) -> DependencyMatcher:
        if self._matcher is None or self._matcher[0] is not vocab:
            matcher = DependencyMatcher(vocab)
            for number, rule in enumerate(self._rules):
                matcher.add(str(number), [to_dependency_matcher(rule)])
            self._matcher = vocab, matcher
        return self._matcher[1]


@registered("RuleSource.v1", PROPOSERS)
def make_rule_source(path: str, name: str = "rules") -> RuleSource:
    """Return a source for the rules in a file (see `RuleSource`)."""
    return RuleSource(path, name)
