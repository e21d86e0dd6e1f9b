"""Changes after which a sentence does not follow: what is left out that decides, other words.

Each function takes a statement and yields changes. Where something that decides is left out, the
word is marked of which it decides. `exchanging` has what changes places; `FALSE` lists all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from weights.encoder.wording import listed
from weights.judge.dropping import (
    COLLECTIVE,
    Function,
    coordinations,
    cuts_name,
    generic,
    links,
    quoted,
)
from weights.judge.editing import (
    HELPS,
    Change,
    Pieces,
    Statement,
    hedged,
    lemma,
    mark,
    put,
    verb_marked,
    without,
)
from weights.judge.exchanging import EXCHANGING
from weights.judge.lists import CONTRACTING, STRONGER
from weights.judge.replacing import REPLACING
from weights.judge.true_changes import UNDONE, clause_of, form_like, governed, stands_alone

SAYING = listed("""
    say claim argue believe think suggest allege maintain insist assert hope fear expect predict
    assume suspect feel guess imagine speculate contend suppose propose hint worry
""")


WANTED = listed("""
    try attempt want hope plan intend seek aim wish expect prepare threaten promise offer agree vow
    struggle decide pretend
""")


def negation_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence without its negation."""
    for t in s.body:
        verb = t.head
        if t.dep_ == "neg" and t.lower_ in ("not", "n't", "n’t", "never"):
            if verb.pos_ not in ("VERB", "AUX") or s.doc[t.i + 1].lower_ in ("only", "just", "so"):
                continue
            if "but" in s.lowered or "any" in s.lowered or "yet" in s.lowered or t.i < 1:
                continue
            if {"either", "anymore", "nor", "anyone", "anything", "until", "even"} & s.lowered:
                continue
            edits = {t.i: ""}
            before = s.doc[t.i - 1]
            if before.lower_ in ("ca", "wo", "sha"):
                edits[before.i] = {"ca": "can", "wo": "will", "sha": "shall"}[before.lower_]
            if lemma(before) == "do" and before.head == verb and verb.tag_ == "VB":
                edits[before.i] = ""
                edits[verb.i] = form_like(s, verb, before)
            marked = verb_marked(s, verb)
            if s.finite(verb) is None:
                continue
            pieces = mark(put(s.pieces, edits), marked)
            yield _undenied(t, verb, pieces, marked | {t.i})
        elif t.lower_ == "no" and t.dep_ == "det" and verb.tag_ in ("NN", "NNS") and t.i:
            if verb.dep_ not in ("dobj", "attr", "nsubj") or "longer" in s.lowered:
                continue
            word = "a" if verb.tag_ == "NN" else "some"
            needed = frozenset([t.i, verb.i])
            pieces = put(s.pieces, {t.i: word})
            if verb.i == t.i + 1 or s.doc[t.i + 1].dep_ == "amod":
                yield _undenied(t, verb, pieces, needed)


def _undenied(t: Token, head: Token, pieces: Pieces, needed: frozenset[int]) -> Change:
    """Return a change that leaves a negation out: a conflict, unless both may be so."""
    known = (None, None) if hedged(head) else (False, True)
    return Change("negation left out", pieces, False, *known, needed, frozenset([t.i]))


def negation_put_in(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with its main verb denied."""
    verb = s.root
    if s.turned & {verb.i} or any(c.dep_ == "neg" for c in verb.children):
        return
    if {"also", "still", "already", "some", "too"} & {c.lower_ for c in verb.children}:
        return
    if any(c.dep_ == "conj" for c in verb.children):
        return
    finite = s.finite(verb)
    if finite is None:
        return
    short = rng.random() < 0.3
    tail = "n't" if short else " not"
    if finite != verb or lemma(verb) == "be":
        whole = finite.lower_ in CONTRACTING - {"do"}
        if not whole and finite.lower_ not in ("will", "may", "might", "must"):
            return
        tail = tail if whole else " not"
        edits = {finite.i: finite.text + tail}
    else:
        does = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(finite.tag_)
        if does is None:
            return
        edits = {verb.i: f"{does}{tail} {lemma(verb)}"}
    pieces = put(s.pieces, edits)
    kind = "negation put in"
    yield Change(kind, pieces, False, False, True, verb_marked(s, verb) | {*edits})


_PERHAPS = listed("""
    possibly probably perhaps maybe allegedly reportedly supposedly likely apparently presumably
""")


def modality_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what may be as what is, or must be."""
    for t in s.body:
        if t.dep_ == "aux" and t.lower_ in ("may", "might", "could", "should") and t.tag_ == "MD":
            verb = t.head
            subject = s.subject(verb)
            after = s.doc[t.i + 1]
            if subject is None or any(c.dep_ == "neg" for c in verb.children):
                continue
            if (s.reading.turning and not s.upward([t.i])) or after.tag_ != "VB":
                continue
            if after.lower_ == "have" and any(e.label_ in ("DATE", "TIME") for e in s.doc.ents):
                continue
            needed = verb_marked(s, verb)
            if t.lower_ == "could" and rng.random() < 0.5:
                continue
            if rng.random() < 0.5:
                word = rng.choice(("must", "will")) if t.lower_ != "could" else "will"
                pieces, gone = put(s.pieces, {t.i: word}), frozenset([t.i])
                yield Change("modality left out", pieces, False, None, None, needed, gone)
                continue
            plural = s.plural(subject)
            if plural is None:
                continue
            form = lemma(after)
            if form == "be":
                form = "are" if plural else "is"
            elif not plural:
                form = s.words.inflected(form, "VBZ")
            pieces = mark(put(s.pieces, {t.i: "", after.i: form}), needed)
            yield Change("modality left out", pieces, False, None, False, needed, frozenset([t.i]))
        elif t.lower_ in _PERHAPS and t.dep_ == "advmod":
            if list(t.children) or (s.doc[t.i - 1].lower_ in ("most", "very", "as") and t.i):
                continue
            gone = s.with_marks(t)
            head = t.head
            marked = verb_marked(s, head) if head.pos_ in ("VERB", "AUX") else frozenset([head.i])
            pieces = mark(without(s.pieces, gone), marked)
            yield Change(
                "modality left out", pieces, False, None, False, marked | {t.i}, frozenset([t.i])
            )


def intention_told(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what somebody tried, wanted or refused to do as done."""
    for head, to, verb in governed(s, (*WANTED, *UNDONE)):
        helps = [c for c in head.lefts if c.dep_ in HELPS]
        if any(c.lower_ in ("if", "unless", "whether") for c in head.lefts):
            continue
        if head.tag_ not in ("VBD", "VBZ", "VBP") or helps:
            continue
        form = form_like(s, verb, head)
        pieces = mark(put(s.pieces, {head.i: "", to.i: "", verb.i: form}), {verb.i})
        undone = lemma(head) in UNDONE
        conflict = None if undone and hedged(head) else undone
        entailed = False if conflict else None
        needed, missing = frozenset([head.i, verb.i]), frozenset([head.i, to.i])
        yield Change("intention told as done", pieces, False, entailed, conflict, needed, missing)


def attribution_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what somebody says or thinks as so."""
    for verb in s.body:
        if verb.dep_ != "ccomp" or lemma(verb.head) not in SAYING or not stands_alone(s, verb):
            continue
        head = verb.head
        joined, teller = s.child(verb, "mark"), s.subject(head)
        if head.dep_ != "ROOT" or not s.joined(verb) or teller is None:
            continue
        if teller.lower_ in ("i", "we", "it"):
            continue
        if joined is not None and joined.lower_ not in ("that",):
            continue
        tokens = clause_of(s, verb)
        if len(tokens) < 4 or quoted(s, frozenset(tokens)):
            continue
        if any(t.lower_ == "that" and s.doc[t.i - 1].dep_ == "cc" for t in s.doc[head.i + 1 :]):
            continue
        if s.doc[tokens[0]].lower_ == "that" or {"if", "unless"} & s.lowered:
            continue
        marked = verb_marked(s, verb)
        missing = frozenset([*(t.i for t in s.verb_group(head)), *s.tree(teller)])
        denied = any(c.dep_ == "neg" for c in head.children) or not s.upward([verb.i])
        pieces, conflict = mark(s.phrase(tokens), marked), None if denied else False
        kind = "attribution left out"
        yield Change(kind, pieces, False, None, conflict, marked | missing, missing)


def condition_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what is so on a condition as so, or the condition as fulfilled."""
    for verb in s.body:
        if verb.dep_ != "advcl" or verb.head.dep_ != "ROOT":
            continue
        opener = s.child(verb, "mark")
        tree = s.tree(verb)
        if opener is None or opener.lower_ not in ("if", "unless") or not s.joined(verb):
            continue
        before = s.doc[tree[0] - 1] if tree[0] else None
        if opener.i != tree[0] or (before is not None and before.lower_ in ("as", "even", "only")):
            continue
        if s.finite(verb) is None or _no_condition(s, verb, opener):
            continue
        gone = s.with_marks(verb)
        marked = verb_marked(s, s.root)
        kind = "condition left out"
        if len(s.body) - len(gone) > 3 and not quoted(s, gone):
            pieces, missing = mark(without(s.pieces, gone), marked), frozenset(tree)
            yield Change(kind, pieces, False, None, False, marked | missing, missing)
        who = s.subject(verb)
        agrees = who is not None and s.agree(verb, s.plural(who)) == {}
        if stands_alone(s, verb) and opener.lower_ == "if" and agrees:
            tokens = clause_of(s, verb)
            own = verb_marked(s, verb)
            if len(tokens) > 3:
                pieces, missing = mark(s.phrase(tokens), own), frozenset([opener.i])
                yield Change(kind, pieces, False, None, False, own | missing, missing)


_QUESTIONING = frozenset(listed("ask wonder see know doubt inquire check determine tell decide"))
_POLITE = frozenset(listed("remember like will ask want wish know please recall mind"))


def _no_condition(s: Statement, verb: Token, opener: Token) -> bool:
    """Whether "if" asks, is a manner of speaking, or stands with what is only possible."""
    main = [t for t in s.root.subtree if t not in verb.subtree]
    if any(lemma(t) in _QUESTIONING and t.pos_ == "VERB" for t in main):
        return True
    if any(t.tag_ == "MD" and t.lower_ in ("can", "may", "might", "could") for t in main):
        return True
    after = s.doc[opener.i + 1].lower_
    if after in ("any", "anything", "ever", "not", "so", "only", "possible", "necessary"):
        return True
    said = after == "you" and bool({t.lower_ for t in s.verb_group(verb)} & _POLITE)
    return said or sum(t.lower_ in ("if", "unless") for t in s.body) > 1


# Before a quantifier, these make it part of something else.
_BOUND = frozenset(listed("the a not as so how too very these his her their its n't those no at"))
_OWNED = frozenset(listed("the his her its their these those them my our"))


def quantity_strengthened(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with a quantifier that says more, or without a share or a bound."""
    for t in s.body:
        for edits, decided, conflict in (
            *_quantifier(s, t, rng),
            *_share(s, t),
            *_nearly(s, t, rng),
            *_bound(s, t, rng),
        ):
            marked = frozenset([t.i, decided.i])
            pieces = put(s.pieces, edits)
            if not edits[t.i]:
                pieces = mark(pieces, {decided.i})
            kind, entailed = "quantity strengthened", None if conflict is None else False
            yield Change(kind, pieces, False, entailed, conflict, marked, frozenset([t.i]))


_NO_SHARE = listed("""
    as in for to with or than a the at about nearly almost only not one
""")
Strengthened = tuple[dict[int, str], Token, bool | None]


def _quantifier(s: Statement, t: Token, rng: random.Random) -> Iterator[Strengthened]:
    noun = t.head
    if t.lower_ not in STRONGER or noun.tag_ != "NNS" or noun.i < t.i or list(t.children):
        return
    if t.dep_ not in ("amod", "det") or (t.i and s.doc[t.i - 1].lower_ in _BOUND):
        return
    word = rng.choice(STRONGER[t.lower_])
    subject = noun.dep_ in ("nsubj", "nsubjpass")
    before = s.doc[t.i - 1].lower_ if t.i else ""
    compared = before in ("to", "than", "like", "unlike", "as", "with", "for", "or", "of", "among")
    if not subject and (t.lower_ == "some" or compared):
        return
    if subject or (noun.dep_ in ("dobj", "pobj") and word != "all"):
        conflict = True if "few" in (word, t.lower_) else None
        yield {t.i: word.capitalize() if t.i == 0 else word}, noun, conflict


def _share(s: Statement, t: Token) -> Iterator[Strengthened]:
    after, before = s.doc[t.i + 1], s.doc[t.i - 1].lower_ if t.i else ""
    if t.lower_ not in ("some", "many", "most", "several", "half", "part", "parts", "few"):
        return
    if after.lower_ != "of" or after.head != t or len(list(t.children)) > 1:
        return
    inner = s.child(after, "pobj")
    if inner is None or min(s.tree(inner)) != t.i + 2 or s.doc[t.i + 2].lower_ not in _OWNED:
        return
    if before in _NO_SHARE:
        return
    subject = t.dep_ in ("nsubj", "nsubjpass") and inner.tag_ == "NNS"
    if not subject or s.agree(t.head, True) == {}:
        yield {t.i: "All" if t.i == 0 else "all"}, inner, None


def _nearly(s: Statement, t: Token, rng: random.Random) -> Iterator[Strengthened]:
    after = s.doc[t.i + 1]
    if t.lower_ in ("nearly", "almost"):
        if after.like_num and t.i and rng.random() < 0.5:
            yield {t.i: "more than"}, after, True
        elif after.like_num or after.lower_ in ("all", "every"):
            yield {t.i: ""}, after, True


def _bound(s: Statement, t: Token, rng: random.Random) -> Iterator[Strengthened]:
    if t.lower_ not in ("more", "less", "fewer") or t.i + 2 >= len(s.body):
        return
    number = s.doc[t.i + 2]
    counts = number.like_num and number.dep_ in ("nummod", "compound", "quantmod")
    if s.doc[t.i + 1].lower_ == "than" and counts:
        if t.lower_ == "more" and rng.random() < 0.5:
            yield {t.i: "exactly", t.i + 1: ""}, number, True
        else:
            yield {t.i: "less" if t.lower_ == "more" else "more"}, number, True


_EACH = ("all", "every", "each", "no", "any")
_WIDE = (*_EACH, "only", "most", "first", "last", "sole")


def restriction_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a statement of all without that which says of which: "all members over sixty"."""
    for noun in s.body:
        if noun.pos_ != "NOUN" or noun.dep_ == "compound" or noun.lemma_ == "wonder":
            continue
        wide = [c for c in noun.lefts if c.lower_ in _WIDE or c.tag_ in ("JJS", "RBS")]
        of_one = s.doc[noun.i + 1].lower_ == "of" and noun.tag_ == "NN"
        if not wide or (of_one and rng.random() < 0.3):
            continue
        if any(c.lower_ in ("first", "last") for c in wide) and noun.ent_type_ == "DATE":
            continue
        if wide[0].lower_ == "least" or (wide[0].lower_ == "most" and noun.tag_ == "NN"):
            continue
        for c in noun.children:
            tree = s.tree(c)
            telling = ("in", "from", "with", "at", "under", "over", "on", "for")
            fits = c.dep_ in ("relcl", "acl") or (c.dep_ == "prep" and c.lower_ in telling)
            if c.lower_ == "of" or (wide[0].lower_ == "all" and noun.tag_ == "NN"):
                continue
            inner = s.child(c, "pobj") or c
            if any(t.lemma_ == inner.lemma_ for t in s.doc[: noun.i]):
                continue
            if c.dep_ == "prep" and noun.lemma_ in ("part", "one", "number", "kind", "time", "way"):
                continue
            comma = tree and tree[0] and s.doc[tree[0] - 1].text == ","
            if not fits or not tree or comma or c.i < noun.i or not s.joined(c):
                continue
            gone = frozenset(tree)
            if len(s.body) - len(gone) < 4 or cuts_name(s, gone) or quoted(s, gone):
                continue
            phrase = frozenset(i for i in s.tree(noun) if i <= noun.i)
            pieces = mark(without(s.pieces, gone), phrase)
            down = wide[0].lower_ in _EACH
            alone = noun.dep_ in ("nsubj", "nsubjpass") and s.upward([s.root.i]) | down
            wider = True if down and alone and wide[0].lower_ != "any" else None
            wider = wider if _holds_of_each(s, noun, wide[0]) else None
            kind, back = "restriction left out", "restriction put in" if wider else ""
            yield Change(kind, pieces, False, wider, False, phrase | gone, gone, back)


# Words that make "or" say that both are so, that both have one name, or that neither is.
_NO_CHOICE = frozenset(
    listed("""
    either whether any can may could might not without no if all every each n't only should must
    would never hardly rarely seldom scarcely barely known called named mean means meant meaning
    simply allow allows allowed allowing neither nor unless usually often sometimes always generally
    typically such both regardless required require requires needed need needs used i.e. e.g.
    normally frequently commonly almost most least between otherwise anyone anything
    whatever whichever wherever
""")
)
# Those of them beside which two numbers do not stand for one that is not known either.
_NEVER_CHOICE = frozenset(
    listed("""
    either whether any may might not without no if each every n't never hardly neither nor unless
    most least between regardless can groups pairs
""")
)
_LEADING_TO = ("for", "to", "as", "between", "than", "like", "such", "against", "of", "from")


def _chosen(s: Statement, first: Token, second: Token) -> bool:
    """Whether two words are such that of one thing only one is so: two events, two objects."""
    before = [t.text for t in s.doc[: first.i]]
    if before.count("(") > before.count(")") or first.pos_ == "PROPN":
        return False
    if first.pos_ == "VERB":
        subject = next((c for c in first.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        known = subject is not None and not s.plural(subject)
        return known and first.tag_ == second.tag_ and first.dep_ == "ROOT"
    if first.pos_ == "NOUN":
        own = [any(c.dep_ in ("det", "nummod") for c in t.lefts) for t in (first, second)]
        return all(own) and first.dep_ in ("dobj", "pobj", "nsubjpass")
    return True


def _one_of_two(s: Statement, first: Token, second: Token) -> bool:
    """Whether "or" says that it is not known which of two was or is so."""
    mods = ("compound", "amod", "nmod", "prep", "relcl", "acl", "poss", "appos", "quantmod")
    if any(c.dep_ in mods for c in second.children) or first.dep_ in ("compound", "amod", "nmod"):
        return False
    counted, dated = first.like_num and second.like_num, first.ent_type_ == "DATE"
    if any(c.dep_ == "nummod" for c in second.children) or first.lower_ == "one":
        return False
    if not counted and not dated and not _chosen(s, first, second):
        return False
    if '"' in s.doc[second.i + 1 : second.i + 2].text or s.doc[second.i + 1].like_num:
        return False
    clause = None
    for a in (first, *first.ancestors):
        if a.dep_ == "prep" and a.lower_ in _LEADING_TO and not counted:
            return False
        if a.dep_ in ("advcl", "csubj", "pcomp", "xcomp"):
            return False
        if a.pos_ in ("VERB", "AUX"):
            if a.tag_ in ("VB", "VBG") and not counted and a.dep_ != "ROOT":
                return False
            clause = clause or a
    if clause is None or any(generic(s, c) for c in clause.lefts):
        return False
    return s.past(clause) or counted


_NEAR = frozenset(listed("almost nearly virtually not practically n't hardly"))
_TOGETHER = {*COLLECTIVE, *listed("form gather make assemble surround outnumber total number")}


def _holds_of_each(s: Statement, noun: Token, wide: Token) -> bool:
    """Whether what is said of all of a kind, without a condition, is said of each of some."""
    verbs = [a for a in noun.ancestors if a.pos_ in ("VERB", "AUX")]
    opened = any(c.lower_ in ("if", "unless", "when", "whenever", "whether") for c in s.body)
    before = s.doc[wide.i - 1].lower_ if wide.i else ""
    return not opened and before not in _NEAR and not {lemma(v) for v in verbs} & _TOGETHER


def alternative_kept(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield one of two alternatives as so."""
    if _NEVER_CHOICE & s.lowered:
        return
    unsure = bool(_NO_CHOICE & s.lowered)
    for members in coordinations(s):
        if len(members) != 2 or links(members) != {"or"}:
            continue
        first, second = members
        if first.pos_ != second.pos_ or first.pos_ not in ("NOUN", "PROPN", "VERB", "ADJ", "NUM"):
            continue
        start = min(s.tree(second))
        cc = next((c for c in first.children if c.dep_ == "cc"), None)
        if cc is None or cc.i != start - 1 or s.doc[cc.i - 1].text in (",", "("):
            continue
        gone = frozenset([cc.i, *s.tree(second)])
        if not s.joined(second) or cuts_name(s, gone):
            continue
        if first.dep_ == "nsubj" or len(s.body) - len(gone) < 4:
            continue
        if (unsure and not first.like_num) or not _one_of_two(s, first, second):
            continue
        if s.doc[start].lower_ in ("more", "less", "so", "other", "later"):
            continue
        entailed, back = None, ""
        if _free_place(s, first, second):
            entailed, back = True, "alternative put in"
        pieces = mark(without(s.pieces, gone), {first.i})
        kind, needed = "alternative kept", gone | {first.i}
        yield Change(kind, pieces, False, entailed, False, needed, gone, back)


_NAMING = frozenset(listed("known called named termed titled entitled dubbed as never than"))


def _free_place(s: Statement, first: Token, second: Token) -> bool:
    """Whether an alternative can be put in: beside a word of a clause that tells of the past."""
    verb = next((a for a in (first, *first.ancestors) if a.pos_ in ("VERB", "AUX")), None)
    bare = all(c.lower_ in ("a", "an") for c in second.children)
    link = {c.i for c in first.children if c.dep_ == "cc"}
    turned = any(
        first.i in {scope.token, *scope.reach}
        for scope in s.reading.turning
        if scope.token not in link
    )
    if not bare or verb != s.root or not s.past(verb) or turned:
        return False
    near = s.doc[max(first.i - 3, 0) : second.i + 2]
    if any(t.pos_ == "PROPN" or t.ent_type_ in ("PERSON", "WORK_OF_ART") for t in near):
        return False
    return not (_NAMING | {"(", ")", '"', "“"}) & s.lowered


FALSE: tuple[Function, ...] = (
    negation_left_out,
    negation_put_in,
    modality_left_out,
    intention_told,
    attribution_left_out,
    condition_left_out,
    quantity_strengthened,
    restriction_left_out,
    alternative_kept,
    *REPLACING,
    *EXCHANGING,
)
