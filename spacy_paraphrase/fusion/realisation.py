"""A draft as text: agreement, blanks, capitals, articles, punctuation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..lang import language_data
from ..lexicon.inflection import inflect
from ..results import Origin
from .draft import Draft, Word
from .graph import AUXILIARIES, MEASURES, SUBJECTS, PairGraph
from .wordlists import words

_PLURAL_WORDS = words("they we you these those both many several few")
_FORMS = {("was", True): "were", ("were", False): "was"}


def finish(graph: PairGraph, draft: Draft) -> Draft:
    """Give every finite verb the number of its subject, if that is not what it was; end once."""
    words = list(draft.words)
    for verb in draft.positions:
        if graph[verb].pos_ not in ("VERB", "AUX"):
            continue
        before, now = graph.subject(verb), _subject(graph, draft, verb)
        if before is None or now is None:
            continue
        was = is_plural(graph, before, graph.children[before])
        is_ = is_plural(graph, now, draft.children(now))
        finite = _finite(graph, draft, verb)
        if finite is not None and None not in (was, is_) and was != is_:
            place = draft.positions[finite]
            words[place] = replace(words[place], text=_form(graph, finite, bool(is_)))
    if len(words) > 1 and words[-1].text == "." and words[-2].text.endswith("."):
        words.pop()  # the period of an abbreviation ends the sentence too
    return Draft(tuple(words), draft.heads, draft.attached)


def _subject(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the subject that a verb has in a draft; a conjunct may share that of its head."""
    own = [c for c in draft.children(verb) if graph[c].dep_ in SUBJECTS]
    if own:
        return own[0]
    head = draft.heads.get(verb)
    shares = head is not None and (verb in draft.attached or graph[verb].dep_ == "conj")
    return _subject(graph, draft, head) if shares and head is not None else None


def is_plural(graph: PairGraph, noun: int, dependents: list[int]) -> bool | None:
    """Tell the number of a noun phrase by its head and its conjuncts; None if it is not plain."""
    if any(graph[c].dep_ == "conj" for c in dependents):
        joined = [graph[c].lower_ for c in dependents if graph[c].dep_ == "cc"]
        deeper = [c for c in dependents if graph[c].dep_ == "conj"]
        joined += [graph[c].lower_ for d in deeper for c in graph.dependents(d, "cc")]
        return True if not joined or "and" in joined else None
    token = graph[noun]
    if token.lower_ in ("i", "you", "that", "which", "who", "what", "all", "some", "any", "most"):
        return None
    return token.tag_ in ("NNS", "NNPS") or token.lower_ in _PLURAL_WORDS


def _finite(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the word of a verb group that shows its number."""
    group = [c for c in draft.children(verb) if graph[c].dep_ in AUXILIARIES]
    for token in [*group, verb]:
        if graph[token].tag_ == "MD":
            return None
        if graph[token].tag_ in ("VBZ", "VBP") or graph[token].lower_ in ("was", "were"):
            return token
    return None


def _form(graph: PairGraph, verb: int, plural: bool) -> str:
    token = graph[verb]
    if (token.lower_, plural) in _FORMS:
        form = _FORMS[token.lower_, plural]
    else:
        form = inflect(
            token.lemma_, "VBP" if plural else "VBZ", language_data(token.lang_), plural=plural
        )
    return form.capitalize() if token.text[:1].isupper() else form


# A draft as text: blanks, capitals, articles, punctuation.

_OPENING = frozenset("([{“‘«¿¡") | {"``"}
_CLOSING = frozenset(".,;:!?)]}%”’»…") | {"''"}
_CLITICS = frozenset({"n't", "'s", "’s", "'", "’", "'re", "'ve", "'ll", "'d", "'m", "n’t"})
_DASHES = frozenset({"-", "--", "–", "—", "/"})
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_LIKE_YOU = (
    *("unia", "unic", "unif", "unil", "unio", "uniq", "unis", "unit", "univ", "use", "usu", "util"),
    *("eu", "ubi", "one", "once", "ura", "uto"),
)
_SPELLED_WITH_VOWEL = frozenset("AEFHILMNORSX")


class Surface(NamedTuple):
    """A sentence as written.

    Attributes:
        words: Its words.
        spaces: Whether a blank follows each.
        origins: Where each comes from.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    origins: tuple[Origin, ...]

    @property
    def text(self) -> str:
        """The text."""
        pairs = zip(self.words, self.spaces, strict=True)
        return "".join(word + " " * space for word, space in pairs).strip()


def realise(graph: PairGraph, draft: Draft) -> Surface:
    """Write a draft down, with the capitals, articles and blanks that the new order asks for."""
    words = [_cased(graph, draft, k) for k in range(len(draft.words))]
    words = [_article(graph, words, k) for k in range(len(words))]
    last = len(words) - 1
    spaces = [k < last and _blank(graph, words[k], words[k + 1]) for k in range(len(words))]
    return Surface(
        tuple(word.text for word in words),
        tuple(spaces),
        tuple(_origin(graph, word) for word in words),
    )


def _origin(graph: PairGraph, word: Word) -> Origin:
    tokens = sorted((word.token, *word.also)) if word.token is not None else []
    start = graph.target.start
    source = tuple(t - graph.source.start for t in tokens if t < start)
    target = tuple(t - start for t in tokens if t >= start)
    added = word.text.lower() not in {graph[t].lower_ for t in tokens}
    return Origin(word.text, source, target, added)


def _cased(graph: PairGraph, draft: Draft, k: int) -> Word:
    """Give a word a capital at the start, and take it away from one that stood at a start."""
    word = draft.words[k]
    if word.token is None:
        first = next((w.token for w in draft.words[k:] if w.token is not None), None)
        capital = k == 0 and first is not None and _opens_upper(graph, first)
        return replace(word, text=word.text.capitalize()) if capital else word
    token = graph[word.token]
    if not any(w.text[:1].isalnum() for w in draft.words[:k]):
        if word.text[:1].islower() and _opens_upper(graph, token.i):
            return replace(word, text=word.text[0].upper() + word.text[1:])
        return word
    if word.text[:1] == word.text[:1].lower():
        return word
    quoted = draft.words[k - 1].token == token.i - 1 and graph[token.i - 1].is_quote
    first_of_own = _stands_first(graph, token.i) and not quoted
    named = token.ent_type_ not in {"", "CARDINAL", "ORDINAL", *MEASURES}
    keeps = token.pos_ == "PROPN" or (named and token.pos_ not in ("DET", "ADP", "PRON"))
    keeps = keeps or token.text == "I" or token.text[1:].lower() != token.text[1:]
    ends_before = k > 0 and draft.words[k - 1].text in (".", "!", "?")
    keeps = keeps or any(
        graph[t].text[:1].isupper() and not _stands_first(graph, t) for t in word.also
    )
    if first_of_own and not ends_before and not keeps:
        return replace(word, text=word.text[0].lower() + word.text[1:])
    return word


def _stands_first(graph: PairGraph, token: int) -> bool:
    """Tell whether a token begins its side, a sentence or a quotation."""
    before = range(graph.side(token).start, token)
    begins = bool(graph[token].is_sent_start) or not any(
        graph[t].text[:1].isalnum() for t in before
    )
    return begins or (len(before) > 0 and graph[token - 1].is_quote)


def _opens_upper(graph: PairGraph, token: int) -> bool:
    """Tell whether the sentence that a token comes from begins with a capital, or with a number."""
    opener = next((t.text for t in graph.side(token) if t.text[:1].isalnum()), "")
    return opener[:1].isupper() or opener[:1].isdigit()


def _article(graph: PairGraph, words: Sequence[Word], k: int) -> Word:
    word = words[k]
    if word.token is not None and graph[word.token].pos_ != "DET":
        return word
    if word.text.lower() not in ("a", "an") or k + 1 == len(words):
        return word
    behind = next((w for w in words[k + 1 :] if w.text[:1].isalnum()), None)
    if behind is None or (word.token is not None and behind.token == word.token + 1):
        return word  # nobody has put anything between them
    following = behind.text
    form = "an" if sounds_vowel(following) else "a"
    if form == word.text.lower():
        return word
    return replace(word, text=form.capitalize() if word.text[0].isupper() else form)


def sounds_vowel(word: str) -> bool:
    """Tell whether an English word begins with a vowel when spoken.

    Example:
        >>> [sounds_vowel(word) for word in ("hour", "unit", "apple", "FBI", "11th", "100")]
        [True, False, True, True, True, False]
    """
    lower = word.lower()
    if word[0].isdigit():
        digits = word.rstrip("th")
        return digits[0] == "8" or digits in ("11", "18") or digits[:3] in ("11,", "18,")
    if len(word) > 1 and word.isupper():
        return word[0] in _SPELLED_WITH_VOWEL
    if lower.startswith(_SILENT_H):
        return True
    return lower[0] in "aeiou" and not lower.startswith(_LIKE_YOU)


def _blank(graph: PairGraph, left: Word, right: Word) -> bool:
    """Tell whether a blank stands between two words."""
    a, b = left.token, right.token
    if a is not None and b == a + 1:
        return bool(graph[a].whitespace_)
    if right.text in _CLITICS or right.text in _CLOSING or left.text in _OPENING:
        return False
    if right.text in _DASHES and b is not None:
        return bool(graph[b - 1].whitespace_)
    if left.text in _DASHES and a is not None:
        return bool(graph[a].whitespace_)
    if left.text in ('"', "'") and a is not None:
        last = a == graph.side(a).end - 1
        return bool(graph[a].whitespace_) or last or graph.is_mark(a + 1)
    if right.text in ('"', "'") and b is not None and b > graph.side(b).start:
        return bool(graph[b - 1].whitespace_)
    if left.text in ("$", "£", "€", "#") and a is not None:
        return bool(graph[a].whitespace_)
    return True
