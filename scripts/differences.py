"""Every difference between two runs of `outputs.py`, by kind, drawn for reading.

On plain rows, as they are stored. A difference has a kind in words ("label restates -> specifies",
"word link added", "union: refused"), so that what a change does can be counted, and what is to be
judged: the texts it is about, and what was said of them before and after.
"""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import srsly

SEED = 0
# What two numbers may differ by and count as the same.
TOLERANCE = 1e-6
LEVELS = {"words": "word", "phrases": "phrase", "chunks": "chunk"}
SHEET = ("number", "part", "kind", "source", "target", "A", "B", "better", "remark")
Row = dict[str, Any]


class Difference(NamedTuple):
    """One thing that two runs say differently.

    Attributes:
        kind: What kind of thing, in words.
        item: The id of the row it is in.
        texts: The texts it is about: source and target of a pair, or a sentence.
        old: What the first run says; empty if nothing.
        new: What the second one says.
    """

    kind: str
    item: str
    texts: tuple[str, ...]
    old: str
    new: str


# A kind, and what is said before and after.
Change = tuple[str, Any, Any]


def differences(part: str, old: Sequence[Row], new: Sequence[Row]) -> list[Difference]:
    """Return all differences between the rows of a part in two runs.

    Args:
        part: Its name, see `outputs.PARTS`.
        old: Its rows in the first run.
        new: Its rows in the second run.
    """
    if part == "groups":
        return [*of_membership(old, new), *of_rows(part, *map(by_members, (old, new)))]
    return list(of_rows(part, keyed(part, old), keyed(part, new)))


def keyed(part: str, rows: Iterable[Row]) -> dict[str, Row]:
    """Return rows by what they are known by; of several alike, the later ones by a number too."""
    found: dict[str, Row] = {}
    seen: Counter[str] = Counter()
    for row in rows:
        key = key_of(part, row)
        seen[key] += 1
        found[key if seen[key] == 1 else f"{key} #{seen[key]}"] = row
    return found


def of_rows(part: str, old: Mapping[str, Row], new: Mapping[str, Row]) -> Iterator[Difference]:
    """Yield the differences between rows with the same key, and the rows that have no partner.

    What a group holds is compared before: here a group without a partner is left out.
    """
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        texts = texts_of(one or other or {})
        if one and other:
            changes = of_row(part, one, other)
        elif part == "groups":
            continue
        else:
            told = [row and " / ".join(texts_of(row)) for row in (one, other)]
            changes = [(f"{named(part, one or other or {})}row", *told)]
        for kind, before, after in changes:
            if before is None or after is None:
                kind += " gone" if after is None else " added"
            yield Difference(kind, key, texts, shown(before), shown(after))


def key_of(part: str, row: Row) -> str:
    """Return what a row is known by in both runs."""
    if part.startswith("mined"):
        about = row.get("id") or row.get("text") or [row.get("source"), row.get("target")]
        return f"{row['miner']}: {shown(about)}"
    return str(row.get("id", row.get("cluster")))


def named(part: str, row: Row) -> str:
    """Return what stands before the kinds of some parts: the miner, or what a rewrite is for."""
    if part.startswith("mined"):
        return f"{row['miner']}: "
    return f"{row['id'].split(':')[0]}: " if part == "rewrites" else ""


def texts_of(row: Row) -> tuple[str, ...]:
    """Return the texts that a row is about."""
    if "members" in row:
        return tuple(member["text"] for member in row["members"])
    values = [row[key] for key in ("source", "target", "text") if row.get(key)]
    plain = (value for value in values if isinstance(value, str) or _are_words(value))
    return tuple(value if isinstance(value, str) else " ".join(value) for value in plain)


def of_row(part: str, old: Row, new: Row) -> Iterator[Change]:
    """Yield the changes of one row."""
    if "code" in old or "code" in new:
        if old != new:
            yield f"fails: {new.get('code', 'no longer')}", old, new
    elif not part.startswith("mined") and texts_of(old) != texts_of(new):
        yield "words of the texts", " / ".join(texts_of(old)), " / ".join(texts_of(new))
    else:
        for kind, before, after in _FIELDS.get(part, of_fields)(old, new):
            yield f"{named(part, old)}{kind}", before, after


def of_fields(old: Row, new: Row, but: Iterable[str] = ()) -> Iterator[Change]:
    """Yield what differs by keys, but for some of them."""
    for key in dict.fromkeys((*old, *new)):
        if key not in but and not same(old.get(key), new.get(key)):
            yield key, old.get(key), new.get(key)


def of_relations(old: Row, new: Row) -> Iterator[Change]:
    """Yield what differs between relations, links, explanation and overlap of a pair."""
    yield from of_relation(old["relation"], new["relation"])
    for level, name in LEVELS.items():
        yield from of_links(level, name, old, new)
    yield from of_lines("explanation", old["explanation"], new["explanation"])
    seen = {"source", "target", "relation", "explanation", *LEVELS}
    yield from of_fields(old, new, but=seen)


def of_relation(old: Row, new: Row) -> Iterator[Change]:
    """Yield what differs between two relations of the sides."""
    if old["label"] != new["label"]:
        yield f"label {old['label']} -> {new['label']}", old["label"], new["label"]
    for flag in ("entails", "entailed"):
        if old[flag] != new[flag]:
            yield f"{flag}: {'no longer' if old[flag] else 'now'}", old["label"], new["label"]
    reasons = [", ".join(relation["reasons"]) for relation in (old, new)]
    if old["conflict"] != new["conflict"]:
        told = [f"conflict: {some}" if some else "no conflict" for some in reasons]
        gone = bool(old["conflict"])
        yield f"conflict {'off' if gone else 'on'}: {reasons[0 if gone else 1]}", *told
    elif reasons[0] != reasons[1]:
        yield "reason of a conflict", *reasons
    yield from of_fields(old, new, but=("label", "entails", "entailed", "conflict", "reasons"))


def of_links(level: str, name: str, old: Row, new: Row) -> Iterator[Change]:
    """Yield the links of a level that one run alone has, and what it says otherwise of others."""
    links = [{_place(link): link for link in row[level]} for row in (old, new)]
    for place in dict.fromkeys(key for some in links for key in some):
        one, other = (some.get(place) for some in links)
        told = [link and link_text(link, old) for link in (one, other)]
        if one is None or other is None:
            yield f"{name} link", *told
        elif one["relation"] != other["relation"]:
            relations = (link["relation"] or "unlabelled" for link in (one, other))
            yield f"{name} link {' -> '.join(relations)}", *told
        elif any(one.get(key) != other.get(key) for key in ("conflict", "reason")):
            yield f"{name} link: conflict", *told
        else:
            yield from ((f"{name} link: {key}", *told) for key, *_ in of_fields(one, other))


def link_text(link: Row, row: Row) -> str:
    """Return a link as people read it."""
    source, target = (" ".join(row[side][k] for k in link[side]) for side in ("source", "target"))
    conflict = f", conflict {link.get('reason', '')}".rstrip() if link["conflict"] else ""
    score = f"score {link['score']}, similarity {link['similarity']}"
    return f'"{source}" {link["relation"] or "~"} "{target}" ({score}{conflict})'


def of_lines(name: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Yield the lines that one run alone has, or that the order differs."""
    gone, added = Counter(old) - Counter(new), Counter(new) - Counter(old)
    if gone or added:
        yield name, list(gone.elements()), list(added.elements())
    elif old != new:
        yield f"{name}: order", old, new


def of_fusions(old: Row, new: Row) -> Iterator[Change]:
    """Yield what differs between the fusions of a pair."""
    kinds = [{fusion["kind"]: fusion for fusion in row["fusions"]} for row in (old, new)]
    for kind in dict.fromkeys(key for some in kinds for key in some):
        one, other = (some.get(kind) for some in kinds)
        told = [f and (f["text"] or f"refused: {f['reason']}") for f in (one, other)]
        if one is None or other is None or same(one, other):
            yield from [(kind, *told)] * (one is None or other is None)
            continue
        if not one["text"] and not other["text"]:
            changed = "other reason" if one["reason"] != other["reason"] else "refusal"
        elif not one["text"] or not other["text"]:
            changed = "no longer refused" if other["text"] else "refused"
        else:
            changed = "text"
        if told[0] != told[1]:
            yield f"{kind}: {changed}", *told
        else:
            details = of_fields(one, other, but=("text", "reason"))
            yield from ((f"{kind}: {key}", before, after) for key, before, after in details)


def of_scores(old: Row, new: Row) -> Iterator[Change]:
    """Yield what differs between the scores of a pair and between its edits."""
    for key, before, after in of_fields(old["scores"], new["scores"]):
        yield f"score {key}", before, after
    edits = [[shown(edit) for edit in row["edits"]["edits"]] for row in (old, new)]
    yield from of_lines("edits", *edits)
    yield from of_fields(old, new, but=("scores", "edits", "words", "phrases", "chunks"))


def of_rewrites(old: Row, new: Row) -> Iterator[Change]:
    """Yield what differs between the rewrites of a sentence, the best first."""
    for one, other in zip_longest(old["rewrites"], new["rewrites"]):
        if one is None or other is None:
            yield "rewrite", one and one["text"], other and other["text"]
        elif one["text"] != other["text"]:
            yield "text", one["text"], other["text"]
        else:
            yield from of_fields(one, other)


def of_group(old: Row, new: Row) -> Iterator[Change]:
    """Yield what is said otherwise of a group with the same members."""
    members = [{member["id"]: member for member in row["members"]} for row in (old, new)]
    for id, one in members[0].items():
        for key, before, after in of_fields(one, members[1][id]):
            yield f"member: {key}", f"{id}: {shown(before)}", f"{id}: {shown(after)}"
    yield from of_fields(old, new, but=("group", "members"))


def by_members(groups: Sequence[Row]) -> dict[str, Row]:
    """Return groups by the ids of their members."""
    return {", ".join(sorted(str(m["id"]) for m in group["members"])): group for group in groups}


def of_membership(old: Sequence[Row], new: Sequence[Row]) -> Iterator[Difference]:
    """Yield each group of the first run whose sentences are not one group of the second."""
    now = {member["id"]: group for group in new for member in group["members"]}
    kept = by_members(new)
    for key, group in by_members(old).items():
        if key in kept:
            continue
        ids = dict.fromkeys(member["id"] for member in group["members"])
        found = {now[id]["group"]: now[id] for id in ids if id in now}
        before, after = (
            "\n".join(" + ".join(str(m["id"]) for m in some["members"]) for some in groups)
            for groups in ([group], found.values())
        )
        kind = "members: divided" if len(found) > 1 else "members: joined"
        yield Difference(kind, key, texts_of(group), before, after)


RELATIONS = ("news-relations", "sick", "rte", "minimal-pairs")
_FIELDS: dict[str, Callable[[Row, Row], Iterator[Change]]] = {
    **dict.fromkeys(RELATIONS, of_relations),
    "news-fusions": of_fusions,
    "news-scores": of_scores,
    "rewrites": of_rewrites,
    "groups": of_group,
}


def same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are the same, numbers up to the tolerance.

    Example:
        >>> same({"score": 0.1 + 0.2}, {"score": 0.3}), same([1, "a"], [1.1, "a"])
        (True, False)
    """
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and abs(one - other) <= TOLERANCE
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def shown(value: Any) -> str:
    """Return a value as people read it: a text as it is, texts one below the other."""
    if isinstance(value, str) or value is None:
        return value or ""
    if _are_words(value):
        return "\n".join(value)
    return json.dumps(value, ensure_ascii=False)


def drawn(found: Iterable[Difference], show: int) -> dict[str, list[Difference]]:
    """Return by kind, the most frequent first, some of the differences, drawn at random."""
    kinds: dict[str, list[Difference]] = {}
    for difference in found:
        kinds.setdefault(difference.kind, []).append(difference)
    frequent = sorted(kinds.items(), key=lambda item: (-len(item[1]), item[0]))
    chance = random.Random(SEED)
    return {kind: chance.sample(some, min(show, len(some))) for kind, some in frequent}


def told(found: Sequence[Difference], kinds: Mapping[str, Sequence[Difference]]) -> str:
    """Return how many differences there are of each kind and in how many rows, and those drawn."""
    number = Counter(difference.kind for difference in found)
    rows = Counter(kind for kind, _ in {(each.kind, each.item) for each in found})
    lines = [f"{len(found)} differences"]
    lines += [f"{number[kind]:7} in {rows[kind]:5} rows  {kind}" for kind in kinds]
    for kind, some in kinds.items():
        lines += ["", f"--- {kind}"] * bool(some)
        for each in some:
            lines += [f"[{each.item}]", *each.texts]
            lines += _marked("- ", each.old) + _marked("+ ", each.new)
    return "\n".join(lines)


def report(old: Path, new: Path, show: int, sheet: Path | None) -> int:
    """Print all differences between two folders, and return how many there are."""
    parts = [{path.stem for path in folder.glob("*.json")} for folder in (old, new)]
    both = sorted(parts[0] & parts[1])
    if not both:
        raise SystemExit(f"{old} and {new} have no part in common")
    if alone := sorted(parts[0] ^ parts[1]):
        print("in one folder only, not compared:", ", ".join(alone))
    total, judged = 0, []
    for part in both:
        rows = [list(srsly.read_jsonl(folder / f"{part}.jsonl")) for folder in (old, new)]
        found = differences(part, *rows)
        total += len(found)
        kinds = drawn(found, show)
        print(f"\n{part}: {len(rows[0])} and {len(rows[1])} rows, {told(found, kinds)}")
        judged += [(part, each) for some in kinds.values() for each in some]
    print(f"\n{total} differences\n\n{times(old, new, both)}")
    if sheet is not None:
        write_sheet(sheet, judged)
    return total


def times(old: Path, new: Path, parts: Iterable[str]) -> str:
    """Return the processor times of two runs as a table, and their ratios.

    The second ratio is that of the times in units of what spaCy alone took to read some sentences
    meanwhile: a machine that was slower in one of the runs changes the first ratio alone.
    """
    lines = [f"{'seconds':16}{'old':>9}{'new':>9}{'ratio':>7}  to the parser's time"]
    for part in parts:
        one, other = (srsly.read_json(folder / f"{part}.json") for folder in (old, new))
        seconds = one["seconds"], other["seconds"]
        ratio = seconds[1] / max(seconds[0], 0.01)
        corrected = ratio * one["parsing"] / max(other["parsing"], 0.001)
        line = "".join(f"{second:9.1f}" for second in seconds)
        lines.append(f"{part:16}{line}{ratio:7.2f}{corrected:7.2f}")
    return "\n".join(lines)


def write_sheet(path: Path, judged: Iterable[tuple[str, Difference]]) -> None:
    """Write differences as a table to be judged blind, and beside it which side was which.

    A or B is what the first run says, by chance; "better" is for A, B or same. The key has the
    number of each row and what "old" stands under.
    """
    chance = random.Random(SEED)
    key = path.with_suffix(".key" + path.suffix)
    with path.open("w", encoding="utf-8", newline="") as sheet, key.open("w", newline="") as told:
        tables = [csv.writer(file, delimiter="\t", lineterminator="\n") for file in (sheet, told)]
        tables[0].writerow(SHEET)
        tables[1].writerow(("number", "old"))
        for number, (part, each) in enumerate(judged):
            first = chance.random() < 0.5
            sides = (each.old, each.new) if first else (each.new, each.old)
            texts = (each.texts[0] if each.texts else "", " / ".join(each.texts[1:]))
            cells = (part, each.kind, *texts, *sides, "", "")
            tables[0].writerow([number, *(" | ".join(cell.splitlines()) for cell in cells)])
            tables[1].writerow([number, "AB"[not first]])


def _place(link: Row) -> tuple[Any, ...]:
    heads = (link.get("source_head"), link.get("target_head"))
    return (*heads, tuple(link["source"]), tuple(link["target"]))


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _marked(mark: str, text: str) -> list[str]:
    return [f"  {mark}{line}" for line in text.splitlines()]
