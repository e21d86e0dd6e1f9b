"""Changes after which a sentence does not follow: what is left out that decides, other words.

Each function takes a statement and yields changes. Where something that decides is left out, the
word is marked of which it decides. `exchanging` has what changes places; `FALSE` lists all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from dropping import Function, coordinations, cuts_name, links, quoted
from editing import HELPS, Change, Piece, Statement, insert, lemma, mark, put, without
from exchanging import EXCHANGING
from lists import CONNECTIVES, PREPOSITIONS, SISTERS, STRONGER
from rewording import number_of
from true_changes import UNDONE, clause_of, form_like, governed, stands_alone
from wording import NUMBERS, listed

SAYING = listed("""
    say claim argue believe think suggest allege maintain insist assert hope fear expect predict
    assume suspect feel guess imagine speculate contend suppose propose hint worry
""")


WANTED = listed("""
    try attempt want hope plan intend seek aim wish expect prepare threaten promise offer agree vow
    struggle decide need pretend
""")


def verb_marked(s: Statement, verb: Token) -> frozenset[int]:
    """Return what is marked of a clause that is not supported as a whole: its verbs."""
    return frozenset(t.i for t in s.verb_group(verb) if t.dep_ != "neg")


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
            yield Change(
                "negation left out", pieces, False, False, True, marked | {t.i}, frozenset([t.i])
            )
        elif t.lower_ == "no" and t.dep_ == "det" and verb.tag_ in ("NN", "NNS") and t.i:
            if verb.dep_ not in ("dobj", "attr", "nsubj") or "longer" in s.lowered:
                continue
            word = "a" if verb.tag_ == "NN" else "some"
            needed = frozenset([t.i, verb.i])
            pieces = put(s.pieces, {t.i: word})
            if verb.i == t.i + 1 or s.doc[t.i + 1].dep_ == "amod":
                yield Change(
                    "negation left out", pieces, False, False, True, needed, frozenset([t.i])
                )


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
        whole = finite.lower_ in (
            "is",
            "are",
            "was",
            "were",
            "has",
            "have",
            "had",
            "does",
            "did",
            "could",
            "would",
            "should",
        )
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
            needed = verb_marked(s, verb)
            if t.lower_ == "could" and rng.random() < 0.5:
                continue
            if rng.random() < 0.5:
                word = rng.choice(("must", "will")) if t.lower_ != "could" else "will"
                yield Change(
                    "modality left out",
                    put(s.pieces, {t.i: word}),
                    False,
                    None,
                    None,
                    needed,
                    frozenset([t.i]),
                )
                continue
            plural = s.plural(subject)
            if plural is None:
                continue
            base = lemma(after)
            form = (
                {True: "are", False: "is"}[plural]
                if base == "be"
                else (base if plural else s.words.inflected(base, "VBZ"))
            )
            pieces = mark(put(s.pieces, {t.i: "", after.i: form}), needed)
            yield Change("modality left out", pieces, False, None, False, needed, frozenset([t.i]))
        elif (
            t.lower_
            in (
                "possibly",
                "probably",
                "perhaps",
                "maybe",
                "allegedly",
                "reportedly",
                "supposedly",
                "likely",
                "apparently",
                "presumably",
            )
            and t.dep_ == "advmod"
        ):
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
        if head.tag_ not in ("VBD", "VBZ", "VBP") or helps:
            continue
        form = form_like(s, verb, head)
        pieces = mark(put(s.pieces, {head.i: "", to.i: "", verb.i: form}), {verb.i})
        conflict = lemma(head) in UNDONE
        yield Change(
            "intention told as done",
            pieces,
            False,
            None if not conflict else False,
            conflict,
            frozenset([head.i, verb.i]),
            frozenset([head.i, to.i]),
        )


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
        marked = verb_marked(s, verb)
        subject = s.subject(head)
        missing = frozenset(t.i for t in s.verb_group(head)) | (
            frozenset(s.tree(subject)) if subject is not None else frozenset()
        )
        denied = any(c.dep_ == "neg" for c in head.children)
        yield Change(
            "attribution left out",
            mark(s.phrase(tokens), marked),
            False,
            None,
            None if denied else False,
            marked | missing,
            missing,
        )


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
        gone = s.with_marks(verb)
        marked = verb_marked(s, s.root)
        pieces = mark(without(s.pieces, gone), marked)
        if len(s.body) - len(gone) > 3 and not quoted(s, gone):
            yield Change(
                "condition left out",
                pieces,
                False,
                None,
                False,
                marked | frozenset(tree),
                frozenset(tree),
            )
        if stands_alone(s, verb) and opener.lower_ == "if":
            tokens = clause_of(s, verb)
            own = verb_marked(s, verb)
            if len(tokens) > 3:
                yield Change(
                    "condition left out",
                    mark(s.phrase(tokens), own),
                    False,
                    None,
                    False,
                    own | {opener.i},
                    frozenset([opener.i]),
                )


def quantity_strengthened(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with a quantifier that says more, or without a share or a bound."""
    for t in s.body:
        after, before = s.doc[t.i + 1], s.doc[t.i - 1].lower_ if t.i else ""
        noun = t.head
        if t.lower_ in STRONGER and noun.tag_ == "NNS" and noun.i > t.i:
            if t.dep_ not in ("amod", "det") or before in (
                "the",
                "a",
                "not",
                "as",
                "so",
                "how",
                "too",
                "very",
                "these",
                "his",
                "her",
                "their",
                "its",
                "n't",
                "those",
                "no",
                "at",
            ):
                continue
            word = rng.choice(STRONGER[t.lower_])
            conflict = None if word in ("all", "most", "many") else True
            if noun.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj"):
                continue
            if (word == "all" and noun.dep_ in ("dobj", "pobj")) or list(t.children):
                continue
            if (word == "few") + (t.lower_ == "few") == 1 and t.lower_ in ("few",):
                conflict = True
            word = word.capitalize() if t.i == 0 else word
            yield Change(
                "quantity strengthened",
                put(s.pieces, {t.i: word}),
                False,
                None,
                conflict,
                frozenset([t.i, noun.i]),
                frozenset([t.i]),
            )
        elif t.lower_ in (
            "some",
            "many",
            "most",
            "several",
            "half",
            "part",
            "parts",
            "few",
            "half",
        ):
            if after.lower_ != "of" or after.head != t or t.dep_ in ("advmod",):
                continue
            if len(list(t.children)) > 1:
                continue
            inner = s.child(after, "pobj")
            if (
                inner is None
                or min(s.tree(inner)) != t.i + 2
                or s.doc[t.i + 2].lower_
                not in (
                    "the",
                    "his",
                    "her",
                    "its",
                    "their",
                    "these",
                    "those",
                    "them",
                    "my",
                    "our",
                )
            ):
                continue
            edits = {t.i: "all"}
            if before in ("a", "the", "at", "about", "nearly", "almost", "only", "not", "one"):
                if before not in ("a",) or t.lower_ == "part":
                    continue
                edits[t.i - 1] = ""
            if t.dep_ in ("nsubj", "nsubjpass") and inner.tag_ == "NNS":
                agreed = s.agree(t.head, True)
                if agreed is None:
                    continue
                edits |= agreed
            pieces = put(s.pieces, edits)
            kept = {i for i in edits if i not in (t.i, t.i - 1)}
            pieces = tuple(p._replace(marked=False) if p.token in kept else p for p in pieces)
            yield Change(
                "quantity strengthened",
                pieces,
                False,
                None,
                None,
                frozenset([t.i, inner.i]),
                frozenset([t.i]),
            )
        elif t.lower_ in ("nearly", "almost") and (
            after.like_num or after.lower_ in ("all", "every")
        ):
            needed = frozenset([t.i, after.i])
            pieces = mark(without(s.pieces, {t.i}), {after.i})
            other = put(s.pieces, {t.i: "more than"}) if after.like_num else pieces
            if rng.random() < 0.5 and t.i:
                pieces = other
            yield Change(
                "quantity strengthened", pieces, False, False, True, needed, frozenset([t.i])
            )
        elif (
            t.lower_ in ("more", "less", "fewer")
            and after.lower_ == "than"
            and t.i + 2 < len(s.body)
        ):
            if s.doc[t.i + 2].like_num and s.doc[t.i + 2].dep_ in (
                "nummod",
                "compound",
                "quantmod",
            ):
                word = {"more": "less" if rng.random() < 0.5 else "exactly"}.get(t.lower_, "more")
                edits = {t.i: word}
                if word == "exactly":
                    edits[t.i + 1] = ""
                yield Change(
                    "quantity strengthened",
                    put(s.pieces, edits),
                    False,
                    False,
                    True,
                    frozenset([t.i, t.i + 2]),
                    frozenset([t.i, t.i + 1]),
                )


def restriction_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a statement of all without that which says of which: "all members over sixty"."""
    for noun in s.body:
        if noun.pos_ != "NOUN" or noun.dep_ == "compound":
            continue
        wide = [
            c
            for c in noun.lefts
            if c.lower_
            in ("all", "every", "each", "no", "any", "only", "most", "first", "last", "sole")
            or (c.tag_ in ("JJS", "RBS"))
        ]
        if not wide or (
            "of" in {s.doc[noun.i + 1].lower_} and noun.tag_ == "NN" and rng.random() < 0.3
        ):
            continue
        if any(c.lower_ in ("first", "last") for c in wide) and noun.ent_type_ == "DATE":
            continue
        if wide[0].lower_ == "least" or (wide[0].lower_ == "most" and noun.tag_ == "NN"):
            continue
        for c in noun.children:
            tree = s.tree(c)
            fits = c.dep_ in ("relcl", "acl") or (
                c.dep_ == "prep"
                and c.lower_
                in ("of", "in", "from", "with", "at", "under", "over", "on", "to", "for")
            )
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
            down = wide[0].lower_ in ("all", "every", "each", "no", "any")
            alone = noun.dep_ in ("nsubj", "nsubjpass") and s.upward([s.root.i]) | down
            wider = True if down and alone and wide[0].lower_ != "any" else None
            yield Change(
                "restriction left out",
                pieces,
                False,
                wider,
                False,
                phrase | gone,
                gone,
                back="restriction put in" if wider else "",
            )


def alternative_kept(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield one of two alternatives as so."""
    if {
        "either",
        "whether",
        "any",
        "can",
        "may",
        "could",
        "might",
        "not",
        "without",
        "no",
        "if",
        "all",
        "every",
        "each",
        "n't",
        "only",
        "should",
        "must",
        "would",
    } & s.lowered:
        return
    for members in coordinations(s):
        if len(members) != 2 or links(members) != {"or"}:
            continue
        first, second = members
        if first.pos_ != second.pos_ or first.pos_ not in ("NOUN", "PROPN", "VERB", "ADJ", "NUM"):
            continue
        start = min(s.tree(second))
        cc = next(c for c in first.children if c.dep_ == "cc")
        if cc.i != start - 1 or s.doc[cc.i - 1].text in (",", "(") or not s.joined(second):
            continue
        gone = {cc.i, *s.tree(second)}
        if cuts_name(s, frozenset(gone)) or not s.upward([first.i]):
            continue
        if first.dep_ == "nsubj" or len(s.body) - len(gone) < 4:
            continue
        if s.doc[start].lower_ in ("more", "less", "so", "other", "later"):
            continue
        needed = frozenset([first.i, *gone])
        yield Change(
            "alternative kept",
            mark(without(s.pieces, gone), {first.i}),
            False,
            True,
            False,
            needed,
            frozenset(gone),
            back="alternative put in",
        )


def another_preposition(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another preposition, that changes what is said."""
    for t in s.body:
        other = PREPOSITIONS.get(t.lower_)
        thing = s.child(t, "pobj")
        if t.dep_ != "prep" or other is None or thing is None or thing.i < t.i or t.ent_type_:
            continue
        if any(c.dep_ in ("advmod", "npadvmod", "prep") for c in t.children):
            continue
        dated = thing.ent_type_ in ("DATE", "TIME")
        place = thing.ent_type_ in ("GPE", "LOC", "FAC")
        head = t.head
        if t.lower_ == "in":
            if dated:
                other = rng.choice(("before", "after"))
            elif not place:
                continue
        if t.lower_ == "on":
            if not dated:
                continue
            other = rng.choice(("before", "after"))
        if t.lower_ in ("for", "over", "up", "down", "with", "among", "through", "between", "off"):
            if t.lower_ not in ("for", "with") or dated or head.pos_ != "VERB":
                continue
            if t.lower_ == "for" and lemma(head) not in (
                "vote",
                "fight",
                "argue",
                "play",
                "speak",
                "campaign",
                "demonstrate",
                "testify",
            ):
                continue
        if t.lower_ == "with" and s.reading.constituents[t.i].obligatory > 0.15:
            continue
        if (t.lower_ == "from" and not (place and head.pos_ == "VERB")) or (
            t.lower_ in ("since", "until", "within", "during", "throughout")
            and not dated
            and t.lower_ not in ("during", "throughout")
        ):
            continue
        if t.lower_ in ("from", "until") and "to" in {c.lower_ for c in head.children}:
            continue
        if t.lower_ == "against" and head.pos_ != "VERB":
            continue
        if t.lower_ in ("like", "unlike") and t.i and s.doc[t.i - 1].text != ",":
            continue
        if t.lower_ in ("after", "before") and lemma(head) in ("name", "look", "call", "model"):
            continue
        other = other.capitalize() if t.i == 0 else other
        conflict = (
            True
            if t.lower_
            in (
                "before",
                "after",
                "with",
                "without",
                "inside",
                "outside",
                "above",
                "below",
                "in",
                "within",
                "on",
            )
            else None
        )
        yield Change(
            "another preposition",
            put(s.pieces, {t.i: other}),
            False,
            False,
            conflict,
            frozenset([t.i, head.i, *s.tree(thing)]),
        )


def another_connective(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another conjunction between two clauses."""
    for t in s.body:
        verb = t.head
        if t.dep_ not in ("mark",) or verb.dep_ != "advcl" or t.lower_ not in CONNECTIVES:
            continue
        if t.i != min(s.tree(verb)) or s.finite(verb) is None or s.subject(verb) is None:
            continue
        before = s.doc[t.i - 1].lower_ if t.i else ""
        if before in ("even", "just", "not", "only", "partly", "as") or (
            t.lower_ == "since" and not (s.past(verb) and lemma(s.root) == "have")
        ):
            continue
        other = CONNECTIVES[t.lower_]
        conflict = True if t.lower_ in ("before", "after") else None
        other = other.capitalize() if t.i == 0 else other
        yield Change(
            "another connective",
            put(s.pieces, {t.i: other}),
            False,
            False,
            conflict,
            frozenset([t.i, verb.i, s.root.i]),
        )


def tense_changed(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what was as what will be, and the other way."""
    verb = s.root
    finite = s.finite(verb)
    subject = s.subject(verb)
    if finite is None or subject is None or not s.upward([verb.i]):
        return
    if any(c.dep_ == "conj" and c.pos_ in ("VERB", "AUX") for c in verb.children):
        return
    group = [c for c in verb.lefts if c.dep_ in HELPS]
    marked = verb_marked(s, verb)
    if finite.tag_ == "VBD" and len(group) < 2:
        if finite.lower_ in ("was", "were"):
            edits = {finite.i: "will be"}
        elif finite == verb:
            edits = {finite.i: f"will {lemma(verb)}"}
        else:
            return
    elif finite.lower_ == "will" and group and group[0] == finite and len(group) == 1:
        after = s.doc[finite.i + 1]
        if after != verb or any(c.dep_ == "neg" for c in verb.children):
            return
        if lemma(verb) == "be":
            plural = s.plural(subject)
            if plural is None:
                return
            form = "were" if plural else "was"
        else:
            form = s.words.inflected(lemma(verb), "VBD")
        edits = {finite.i: "", verb.i: form}
    else:
        return
    past_marks = {"ago", "once", "formerly", "yesterday", "would", "had"}
    if past_marks & s.lowered:
        return
    yield Change("tense changed", mark(put(s.pieces, edits), marked), False, False, None, marked)


def sisters(s: Statement, t: Token, rng: random.Random) -> Iterator[str]:
    """Yield a word that excludes another one, in its form."""
    if t.pos_ not in ("NOUN", "VERB", "ADJ") or t.dep_ in ("aux", "auxpass", "prt"):
        return
    if t.pos_ == "VERB" and (t.tag_ in ("VBG",) or s.child(t, "prt", "xcomp", "oprd") is not None):
        return
    if (
        t.pos_ == "VERB"
        and s.child(t, "dobj", "nsubjpass") is None
        and t.lower_ not in ("rose", "fell")
    ):
        return
    base = t.lower_ if t.pos_ == "ADJ" else lemma(t)
    for group in SISTERS:
        if base not in group:
            continue
        verbal = group[0] in (
            "win",
            "found",
            "buy",
            "direct",
            "praise",
            "increase",
            "arrive",
            "open",
            "borrow",
            "rise",
            "accept",
            "attack",
            "build",
            "hire",
            "employ",
            "love",
            "import",
            "enter",
            "gain",
            "support",
            "remember",
            "allow",
            "expand",
            "strengthen",
            "encourage",
            "include",
            "appoint",
            "release",
            "publish",
        )
        if verbal != (t.pos_ == "VERB"):
            continue
        others = [w for w in group if w != base and w not in s.lowered]
        if others and not (
            t.pos_ == "NOUN" and t.dep_ == "compound" and base in ("head", "top", "end")
        ):
            word = rng.choice(others)
            tag = t.tag_ if t.tag_ not in ("JJ", "NN", "VB", "VBP", "CD") else ""
            form = s.words.inflected(word, tag) if tag in ("NNS", "VBD", "VBZ", "VBN") else word
            yield form
            return


def another_word(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a sister or an antonym put for a word."""
    for t in s.body:
        if t.ent_type_ or not t.is_alpha or t.is_title or not s.upward([t.i]):
            continue
        base = lemma(t)
        if (t.i and s.doc[t.i - 1].text in ("-", "–")) or s.doc[t.i + 1].text in ("-", "–"):
            continue
        for word in sisters(s, t, rng):
            yield Change(
                "sister word",
                put(s.pieces, {t.i: word}),
                False,
                False,
                None,
                frozenset([t.i, t.head.i]),
            )
        if t.tag_ == "JJ" and t.dep_ in ("amod", "acomp"):
            if t.lower_ in (
                "own",
                "same",
                "other",
                "many",
                "few",
                "several",
                "such",
                "more",
                "last",
                "first",
                "general",
                "right",
                "left",
                "public",
                "common",
                "open",
            ):
                continue
            for word in s.words.opposites(t.lower_, "ADJ")[:2]:
                yield Change(
                    "antonym",
                    put(s.pieces, {t.i: word}),
                    False,
                    False,
                    True,
                    frozenset([t.i, t.head.i]),
                )
        elif t.tag_ in ("VBD", "VBZ", "VBN", "VBG", "VBP", "VB") and t.pos_ == "VERB":
            if any(c.dep_ in ("prt",) for c in t.children) or lemma(t) in (
                "be",
                "have",
                "do",
                "go",
            ):
                continue
            for word in s.words.opposites(base, "VERB")[:1]:
                form = s.words.inflected(word, t.tag_) if t.tag_ != "VB" else word
                yield Change(
                    "antonym",
                    put(s.pieces, {t.i: form}),
                    False,
                    False,
                    True,
                    frozenset([t.i, t.head.i]),
                )


def another_number(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another number in the place of one."""
    for t in s.body:
        value = number_of(t)
        if (
            value is None
            or t.ent_type_ in ("ORDINAL",)
            or t.dep_ not in ("nummod", "pobj", "compound")
        ):
            continue
        bounds = ("between", "than", "least", "most", "over", "nearly", "about", "around", "some")
        if t.i and s.doc[t.i - 1].lower_ in (*bounds, "almost", "approximately", "under"):
            continue
        year = value in range(1000, 2030) and "," not in t.text
        if (t.dep_ == "pobj" and not year) or t.ent_type_ in (
            "PRODUCT",
            "LAW",
            "WORK_OF_ART",
            "EVENT",
        ):
            continue
        others = [n for x in s.body if x.i != t.i for n in [number_of(x)] if n and n != value]
        alike = [
            n
            for n in others
            if (n in range(1000, 2030)) == year and (year or max(n, value) < 5 * min(n, value))
        ]
        if alike and rng.random() < 0.5:
            new = rng.choice(alike)
        elif year:
            new = value + rng.choice((-1, 1)) * rng.randint(1, 12)
        else:
            new = max(2, round(value * rng.choice((0.5, 0.8, 1.25, 1.5, 2)))) + rng.choice(
                (0, 0, 1)
            )
            if value > 100 and value % 10 == 0:
                new = new // 10 * 10
        if new == value or (new == 1 and not year) or new < 2 or (year and new > 2024):
            continue
        if t.is_alpha:
            if new > 12:
                continue
            text = NUMBERS[new - 2]
        else:
            text = f"{new:,}" if "," in t.text else str(new)
            if (new < 32 and value > 31) or (value < 32 < new and t.ent_type_ == "DATE"):
                continue
        text = text.capitalize() if t.i == 0 and t.is_alpha else text
        yield Change(
            "another number",
            put(s.pieces, {t.i: text}),
            False,
            False,
            True,
            frozenset([t.i, t.head.i]),
        )


def only_put_in(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with "only" before what is said of the verb."""
    if not s.upward([s.root.i]) or "only" in s.lowered or "also" in s.lowered:
        return
    for t in s.root.rights:
        thing = s.child(t, "pobj")
        if (
            t.dep_ == "prep"
            and thing is not None
            and thing.ent_type_ in ("GPE", "ORG", "PERSON", "LOC")
        ):
            if t.lower_ in ("in", "with", "for", "at", "to", "from", "by") and s.joined(t):
                pieces = insert(s.pieces, t.i, (Piece("only", -1, True),))
                yield Change(
                    "only put in", pieces, False, True, None, frozenset([s.root.i, t.i, thing.i])
                )
        elif t.dep_ == "dobj" and t.pos_ in ("NOUN", "PROPN") and s.root.i + 1 == min(s.tree(t)):
            if lemma(s.root) in (
                "play",
                "speak",
                "write",
                "sell",
                "eat",
                "use",
                "offer",
                "produce",
                "teach",
                "study",
                "contain",
                "include",
                "support",
                "visit",
                "have",
                "win",
                "make",
                "provide",
                "serve",
                "receive",
                "cover",
                "build",
            ):
                pieces = insert(s.pieces, min(s.tree(t)), (Piece("only", -1, True),))
                yield Change("only put in", pieces, False, True, None, frozenset([s.root.i, t.i]))


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
    another_preposition,
    another_connective,
    tense_changed,
    another_word,
    another_number,
    only_put_in,
    *EXCHANGING,
)
