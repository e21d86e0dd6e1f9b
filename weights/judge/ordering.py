"""The same in another order.

Each function takes a statement and yields changes, which hold in both directions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from weights.encoder.wording import listed
from weights.judge.dropping import MEASURES, NEEDY, UNSAFE, Function, coordinations, links
from weights.judge.editing import Change, Piece, Pieces, Statement, lemma, put_phrase, swap, without

FRONTED = listed("""
    in on at during after before since throughout despite following until within for from because
    due under with
""")


CLAUSES = listed("although though because after before when while since if unless once whereas")


def frontable(s: Statement) -> list[Token]:
    """Return what stands at the end of the sentence and might stand at its beginning."""
    subject = s.subject(s.root)
    if subject is None or subject.left_edge.i != 0 or s.root.dep_ != "ROOT":
        return []
    found = []
    for t in s.root.rights:
        tree = s.tree(t)
        if not tree or tree[-1] != len(s.body) - 1 or not s.joined(t) or len(tree) > 14:
            continue
        if _entangled(s, t):
            continue
        if _moves(s, t) and s.upward(tree) | (t.dep_ == "advcl"):
            found.append(t)
    return found


def _entangled(s: Statement, t: Token) -> bool:
    """Whether what ends a sentence may belong to a part of it: an inner clause, one of several."""
    tree = s.tree(t)
    between = s.doc[s.root.i + 1 : tree[0]]
    joined = ("conj", "cc", "appos", "relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp", "csubj")
    if any(x.dep_ in joined or x.pos_ == "VERB" or x.lower_ in ("or", "and") for x in between):
        return True
    if t.dep_ == "advcl":
        return False
    if any(s.doc[i].dep_ in ("conj", "cc", "relcl", "acl", "pcomp") for i in tree):
        return True
    dated = [e for e in s.doc.ents if e.label_ in ("DATE", "TIME") and e.root.i not in tree]
    return bool(dated) or any(x.dep_ == "advcl" for x in s.root.children)


def _moves(s: Statement, t: Token) -> bool:
    if t.dep_ == "advcl":
        mark = s.child(t, "mark", "advmod")
        finite = s.finite(t) is not None and s.subject(t) is not None
        first = mark is not None and mark.lower_ in CLAUSES and mark.i == min(s.tree(t))
        return first and finite and s.upward([s.root.i]) | (mark is not None)
    if s.doc[t.i - 1].text == "," or any(c.dep_ == "neg" for c in s.root.children):
        return False
    thing = s.child(t, "pobj")
    if t.dep_ == "npadvmod":
        return t.ent_type_ == "DATE"
    if t.dep_ != "prep" or t.lower_ not in FRONTED or thing is None:
        return False
    dated = thing.ent_type_ in ("DATE", "TIME")
    sites = [s.doc[i] for i in s.reading.constituents[t.i].sites]
    timely = t.lower_ in ("during", "after", "before", "since", "despite", "following", "until")
    if t.lower_ in ("for", "from", "under", "with") and not dated:
        return False
    if not dated and lemma(s.root) in NEEDY:
        return False
    if t.i > 0 and s.doc[t.i - 1].text in ("from", "to", "and", "or"):
        return False
    nouns = [x for x in sites if x.pos_ in ("NOUN", "PROPN")]
    if len(nouns) != len(sites):
        return False
    # A date is said of the verb rather than of its object, but of no noun within that.
    if dated or timely:
        return all(x.head == s.root and x.dep_ in ("dobj", "nsubj", "nsubjpass") for x in nouns)
    return not nouns


def to_front(s: Statement, pieces: Pieces, t: Token) -> Pieces | None:
    """Return pieces with something that ends the sentence put before it."""
    tree = set(s.tree(t))
    moved = [p for p in pieces if p.token in tree]
    rest = [p for p in pieces if p.token not in tree]
    if len(moved) != len(tree) or tuple(pieces[-len(moved) :]) != tuple(moved) or not rest:
        return None
    if rest[-1].text == ",":
        rest.pop()
    return (*moved, Piece(","), *rest)


def _compares(verb: Token) -> bool:
    """Whether a clause compares one thing with another."""
    return any(t.lower_ == "than" or t.tag_ in ("JJR", "RBR") for t in verb.subtree)


def fronted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with what ends it put before it."""
    for t in frontable(s):
        if t.dep_ == "advcl" and _compares(t.head) and s.doc[s.tree(t)[0]].lower_ == "while":
            continue
        pieces = to_front(s, s.pieces, t)
        if pieces is not None:
            kind = "clauses reordered" if t.dep_ == "advcl" else "fronted"
            yield Change(kind, pieces, True, True, False)


def unfronted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with what begins it put at its end."""
    first = next((c for c in s.root.lefts if c.left_edge.i == 0), None)
    subject = s.subject(s.root)
    if first is None or subject is None or first == subject or not s.joined(first):
        return
    tree = s.tree(first)
    comma = tree[-1] + 1
    if s.doc[comma].text != "," or subject.left_edge.i != comma + 1 or len(s.body) > 26:
        return
    behind = [t for t in s.body if t.i > s.root.i and t.pos_ in ("VERB", "AUX") and t != s.root]
    if behind or any(c.dep_ in ("conj", "neg", "cc") for c in s.root.children):
        return
    if first.dep_ == "prep" and not _fits_end(s, first):
        return
    if first.dep_ == "npadvmod" and first.ent_type_ != "DATE":
        return
    mark = s.child(first, "mark", "advmod")
    if first.dep_ == "advcl" and (mark is None or mark.lower_ not in CLAUSES or mark.i != 0):
        return
    if first.dep_ not in ("prep", "npadvmod", "advcl") or s.doc[len(s.body) - 1].is_punct:
        return
    if first.dep_ == "advcl" and s.subject(first) is None:
        return
    if s.turned & set(s.tree(subject)):
        return
    rest = without(s.pieces, {*tree, comma})
    contrast = mark is not None and mark.lower_ in ("although", "though", "whereas", "while")
    between = (Piece(","),) if first.dep_ == "advcl" and contrast else ()
    kind = "clauses reordered" if first.dep_ == "advcl" else "unfronted"
    moved = _named_first(s, first, rest, tree)
    if moved is not None:
        yield Change(kind, (*moved[0], *between, *moved[1]), True, True, False)


def _named_first(
    s: Statement, first: Token, rest: Pieces, tree: list[int]
) -> tuple[Pieces, Pieces] | None:
    """Return both halves; None where a pronoun would stand before what it is said for."""
    subject = s.subject(s.root)
    pronoun = subject is not None and subject.lower_ in ("he", "she", "it", "they", "this")
    named = any(s.doc[i].pos_ in ("PROPN", "NOUN") for i in tree)
    if first.dep_ == "advcl" and pronoun and named:
        own = s.subject(first)
        if own is not None and own.pos_ in ("PROPN", "NOUN"):
            return None
    return rest, s.phrase(tree)


def _fits_end(s: Statement, t: Token) -> bool:
    thing = s.child(t, "pobj")
    if thing is None or t.lower_ not in FRONTED:
        return False
    if any(s.doc[i].pos_ == "VERB" for i in s.tree(t)):
        return False
    # "In other words".
    if not thing.ent_type_ and not any(c.dep_ in ("det", "poss") for c in thing.lefts):
        return False
    behind = s.doc[s.root.i :]
    if s.child(s.root, "attr") is not None or any(x.dep_ in ("cc", "conj") for x in behind):
        return False
    last = s.body[-1]
    dated = last.ent_type_ in ("DATE", "TIME")
    return not dated and t.lower_ not in ("with", "for", "from", "under", "due")


_GIVING = listed("give send show offer sell lend pay hand award teach grant write tell bring")
_IDIOMS = listed("way access rise birth light chase credence voice life place priority")


def datives(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "gave Ana the book" for "gave the book to Ana", and back."""
    for verb in s.body:
        party, thing = s.child(verb, "dative"), s.child(verb, "dobj")
        if party is None or thing is None or lemma(verb) not in _GIVING:
            continue
        if s.child(verb, "nsubjpass", "auxpass") is not None or lemma(thing) in _IDIOMS:
            continue
        trees = s.tree(party), s.tree(thing)
        if not (s.joined(party) and s.joined(thing)) or max(map(len, trees)) > 7:
            continue
        if any(s.doc[i].is_punct or s.doc[i].pos_ == "VERB" for tree in trees for i in tree):
            continue
        if s.doc[max(map(max, trees)) + 1].lower_ in ("with", "of", "for"):
            continue
        if party.lower_ == "to" and party.i == trees[1][-1] + 1:
            inner = s.child(party, "pobj")
            if inner is None or inner.pos_ == "PRON" or thing.pos_ == "PRON":
                continue
            new = (*s.phrase(trees[0][1:]), *s.phrase(trees[1]))
        elif party.pos_ in ("NOUN", "PROPN", "PRON") and trees[1][0] == trees[0][-1] + 1:
            if thing.pos_ == "PRON":
                continue
            new = (*s.phrase(trees[1]), Piece("to"), *s.phrase(trees[0]))
        else:
            continue
        span = range(min(t[0] for t in trees), max(t[-1] for t in trees) + 1)
        yield Change("dative shift", put_phrase(s.pieces, list(span), new), True, True, False)


def own_part(s: Statement, member: Token) -> list[int]:
    """Return a member of a coordination without the others and what joins it to them."""
    others = {i for c in member.children if c.dep_ in ("conj", "cc") for i in s.tree(c)}
    tokens = [i for i in s.tree(member) if i not in others]
    while tokens and s.doc[tokens[-1]].is_punct and s.doc[tokens[-1]].text not in ('"', ")"):
        tokens.pop()
    return tokens


def coordination_reordered(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield two members of a coordination exchanged."""
    if {"respectively", "former", "latter", "then", "other"} & s.lowered:
        return
    for members in coordinations(s):
        first, second = members[-2:]
        if links(members) - {"and", "or"} or len(links(members)) != 1:
            continue
        if first.tag_[:2] != second.tag_[:2] or first.tag_[:2] not in ("NN", "JJ"):
            continue
        whole = ("DATE", "CARDINAL", "WORK_OF_ART", "ORG", "MONEY", "QUANTITY")
        if any(t.ent_type_ in whole for t in members):
            continue
        parts = _exchangeable(s, first, second)
        if parts is not None:
            pieces = swap(s.pieces, *parts, marked=False)
            yield Change("coordination reordered", pieces, True, True, False)


def _exchangeable(s: Statement, first: Token, second: Token) -> tuple[list[int], list[int]] | None:
    bare = ("prep", "relcl", "acl", "appos", "poss", "amod", "nummod", "advmod", "nmod", "npadvmod")
    kinds = [{c.dep_ for c in t.children} - {"conj", "cc", "punct"} for t in (first, second)]
    if any(k & set(bare) for k in kinds) or second.dep_ != "conj":
        return None
    if kinds[0] == kinds[1] or kinds[1] == {"det"} == kinds[0]:
        one, two = own_part(s, first), own_part(s, second)
    elif kinds[0] == {"det"} and not kinds[1]:
        one, two = [first.i], [second.i]
        if first.tag_ != second.tag_ or s.doc[first.i - 1].lower_ in ("a", "an", "this", "that"):
            return None
    elif first.pos_ == second.pos_ == "PROPN" and kinds[0] | kinds[1] <= {"compound", "det"}:
        one, two = own_part(s, first), own_part(s, second)
    else:
        return None
    cut = any(
        ent.start in part[1:] or (ent.end - 1 in part[:-1] and len(part) < len(ent))
        for part in (one, two)
        for ent in s.doc.ents
    )
    joined = all(part and part[-1] - part[0] + 1 == len(part) for part in (one, two))
    between = s.doc[one[-1] + 1 : two[0]].text if joined else "-"
    links_only = {w.lower_ for w in s.doc[one[-1] + 1 : two[0]]} if joined else {"-"}
    if cut or not joined or not links_only <= {"and", "or", ","} or not between:
        return None
    after = s.doc[two[-1] + 1] if two[-1] + 1 < len(s.doc) else None
    if after is not None and (after.tag_ == "POS" or after.text == "-" or after.dep_ == "compound"):
        return None
    return one, two


def before_after(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "B after A" for "A before B"."""
    for verb in s.body:
        if verb.dep_ != "advcl" or verb.head != s.root or s.finite(verb) is None:
            continue
        mark = s.child(verb, "mark")
        if mark is None or mark.lower_ not in ("before", "after") or not s.past(verb):
            continue
        parts = clauses_around(s, verb, mark)
        if parts is None or not s.past(s.root) or "only" in s.lowered:
            continue
        main, sub = parts
        other = "after" if mark.lower_ == "before" else "before"
        if any(c.dep_ == "neg" for c in (*verb.children, *s.root.children)):
            continue
        if {"hardly", "scarcely", "barely", "never", "no"} & s.lowered:
            continue
        new = (*s.phrase(sub), Piece(other, mark.i), *s.phrase(main))
        if s.doc[main[0]].pos_ == "PRON" or s.doc[sub[0]].pos_ != "PRON":
            yield Change("before and after", new, True, True, False)


def clauses_around(s: Statement, verb: Token, mark: Token) -> tuple[list[int], list[int]] | None:
    """Return main and subordinate clause that make up a sentence."""
    tree = s.tree(verb)
    if mark.i and s.doc[mark.i - 1].lower_ in MEASURES:
        return None
    if mark.i != tree[0] or not s.joined(verb) or s.subject(verb) is None:
        return None
    sub = tree[1:]
    main = [t.i for t in s.body if t.i not in tree]
    if tree[0] != 0 and tree[-1] != len(s.body) - 1:
        return None
    while main and s.doc[main[0]].text == ",":
        main.pop(0)
    while main and s.doc[main[-1]].text == ",":
        main.pop()
    subject = s.subject(s.root)
    if subject is None or len(main) < 3 or len(sub) < 3 or subject.left_edge.i != main[0]:
        return None
    if any(c.dep_ in ("conj", "cc", "advcl") and c != verb for c in s.root.children):
        return None
    if any(c.dep_ in ("conj", "cc") for c in verb.children):
        return None
    return main, sub


def possessive(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "the mayor of the city" for "the city's mayor"."""
    for t in s.body:
        if t.dep_ != "poss" or t.pos_ not in ("NOUN", "PROPN"):
            continue
        noun, case = t.head, s.child(t, "case")
        tree = s.tree(t)
        if case is None or not s.joined(t) or tree[-1] != case.i or len(tree) > 5:
            continue
        rest = [i for i in s.tree(noun) if i > case.i]
        if not rest or max(rest) != noun.i or noun.pos_ != "NOUN" or min(s.tree(noun)) != tree[0]:
            continue
        if len(rest) > 4 or any(c.dep_ in ("conj", "nummod") for c in noun.children):
            continue
        if t.ent_type_ in ("DATE", "TIME", "WORK_OF_ART") or noun.ent_type_ or noun.dep_ == "poss":
            continue
        if any(s.doc[i].tag_ == "CD" or s.doc[i].lower_ == "own" for i in rest):
            continue
        if t.pos_ == "NOUN" and not any(c.dep_ in ("det", "poss") for c in t.children):
            continue
        if any(c.lower_ in ("a", "an") for c in t.children) or t.tag_ == "NNS":
            continue
        owner = s.phrase(i for i in tree if i != case.i)
        new = (Piece("the"), *s.phrase(rest), Piece("of"), *owner)
        yield Change("possessive", put_phrase(s.pieces, [*tree, *rest], new), True, True, False)


def adjectives_kept(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with two adjectives of one noun in the other order."""
    for t in s.body:
        if t.dep_ != "amod" or t.tag_ != "JJ" or list(t.children) or t.lower_ in UNSAFE:
            continue
        if s.doc[t.i + 1].text == "," and s.doc[t.i + 2].dep_ == "amod":
            other = s.doc[t.i + 2]
            plain = all(x.pos_ == "ADJ" and x.tag_ == "JJ" and x.is_lower for x in (t, other))
            noun = t.head.tag_ in ("NN", "NNS") and t.head.pos_ == "NOUN"
            if other.head == t.head and noun and not list(other.children) and plain:
                pieces = swap(s.pieces, [t.i], [other.i], marked=False)
                yield Change("adjectives reordered", pieces, True, True, False)


ORDERING: tuple[Function, ...] = (
    fronted,
    unfronted,
    datives,
    coordination_reordered,
    before_after,
    possessive,
    adjectives_kept,
)
