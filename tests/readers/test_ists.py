import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.metrics import ChunkLink, ChunkMeasure, evaluate
from spacy_paraphrase.readers import (
    IstsRecord,
    LinkRecord,
    PairRecord,
    Place,
    chunk_links,
    doc_to_record,
    read_ists,
    read_jsonl,
    record_to_doc,
    record_to_json,
    record_to_wa,
    write_wa,
)
from spacy_paraphrase.readers.ists import parse_chunks

SOURCE = "A dog sleeps quietly at home"
TARGET = "The hound quietly sleeps outside"
CHUNKS = (
    "[ A dog ] [ sleeps ] [ quietly ] [ at home ] ",
    "[ The hound ] [ quietly sleeps ] [ outside ]",
)
ALIGNMENT = [
    "1 2 <==> 1 2 // SIMI_FACT // 4 // A dog <==> The hound",
    "3 4 <==> 3 4 // EQUI // 5 // sleeps quietly <==> quietly sleeps ",
    "5 6 <==> 5 // OPPO // 3.5 // at home <==> outside",
]
PLACE = Place("x.chunk", 7)


def block(*alignment, id="1", source=SOURCE, target=TARGET):
    sides = []
    for tag, words in (("source", source), ("translation", target)):
        tokens = [f"{i} {word} : " for i, word in enumerate(words.split(), 1)]
        sides += [f"<{tag}>", *tokens, f"</{tag}>"]
    head = [f'<sentence id="{id}" status="">', f"// {source}", f"// {target}"]
    return "\n".join(
        [*head, *sides, "<alignment>", *alignment, "</alignment>", "</sentence>", "", "", ""]
    )


@pytest.fixture
def corpus(write):
    """Write a .wa file with its chunk files and return the path of the first."""

    def _corpus(*blocks, chunks=None):
        path = write("gold.wa", "".join(blocks))
        for number, line in enumerate(CHUNKS):
            lines = chunks[number] if chunks else [line] * len(blocks)
            write(f"gold.sent{number + 1}.chunk", "".join(f"{line}\n" for line in lines))
        return path

    return _corpus


def test_a_pair(corpus):
    [record] = read_ists(corpus(block(*ALIGNMENT)))
    assert record.id == "1"
    assert record.source == tuple(SOURCE.split())
    assert record.source_chunks == ((0, 2), (2, 3), (3, 4), (4, 6))
    assert record.target_chunks == ((0, 2), (2, 4), (4, 5))
    assert record.words is None
    # The second link joins two chunks of the source.
    assert record.chunks == (
        LinkRecord((0, 1), (0, 1), "intersects", similarity=0.8),
        LinkRecord((2,), (2, 3), "restates"),
        LinkRecord((3,), (2, 3), "restates"),
        LinkRecord((4, 5), (4,), "intersects", similarity=0.7, conflict=True),
    )
    assert list(record.gold.links) == [
        ChunkLink((0, 1), (0, 1), {"SIMI", "FACT"}, 4),
        ChunkLink((2, 3), (2, 3), {"EQUI"}, 5),
        ChunkLink((4, 5), (4,), {"OPPO"}, 3.5),
    ]
    assert (record.gold.source, record.gold.target) == (record.source, record.target)


@pytest.mark.parametrize(
    ("kind", "target", "expected"),
    [
        ("EQUI", "DOG", ("equals", False)),
        ("EQUI", "hound", ("restates", False)),
        ("SPE1", "dog", ("specifies", False)),
        ("SPE2_POL", "dog", ("generalizes", False)),
        ("SIMI", "dog", ("intersects", False)),
        ("REL_FACT_POL", "dog", ("intersects", False)),
        ("OPPO", "dog", ("intersects", True)),
    ],
)
def test_relations(kind, target, expected, corpus):
    line = f"1 <==> 1 // {kind} // 2 // x"
    path = corpus(block(line, source="dog", target=target), chunks=[["[ dog ]"], [f"[ {target} ]"]])
    [record] = read_ists(path)
    [link] = record.chunks
    assert (link.relation, link.conflict) == expected
    assert (link.score, link.similarity) == (1, 0.4)
    assert record.gold.links[0].tags == set(kind.split("_"))


def test_what_is_not_aligned_has_no_link(corpus):
    lines = [
        "1 2 <==> 0 // NOALI // NIL // A dog <==> -not aligned-",
        "0 <==> 1 2 // NOALI_FACT // 0 // -not aligned- <==> The hound",
        "5 6 <==> 0 // ALIC // 3",
    ]
    [record] = read_ists(corpus(block(*lines)))
    assert record.chunks == record.gold.links == ()


def test_tokens_that_stand_apart_and_in_two_links(corpus):
    """A later link replaces an earlier one on the same chunks, as in the released evaluator."""
    lines = [
        "3 5 6 <==> 3 4 // REL // 2",
        "3 <==> 3 4 // EQUI // 5",
        "3 <==> 5 // SIMI // 1",
    ]
    [record] = read_ists(corpus(block(*lines)))
    found = {(k.source, k.target): k.relation for k in record.chunks}
    assert found == {
        ((2,), (2, 3)): "restates",
        ((4, 5), (2, 3)): "intersects",
        ((2,), (4,)): "intersects",
    }
    # Alignment and scores are those of the corpus; of the types, REL became SIMI.
    scores = evaluate(ChunkMeasure(), [as_record(record)], [record.gold]).scores
    assert (scores["align_f"], scores["score_f"]) == (1, 1)
    assert scores["type_f"] < 1


def as_record(record):
    """Return the links as Docs and JSON lines keep them, in the terms of iSTS."""
    plain = {name: getattr(record, name) for name in PairRecord.__dataclass_fields__}
    return chunk_links(PairRecord(**plain))


def test_forms_that_corpora_hold(corpus, write):
    text = block(*ALIGNMENT).replace("6 home : ", "6 home:").replace("2 hound : ", "2 hound :  ")
    text = text.replace("// OPPO // 3.5 // at home <==> outside", "//OPPO//3.5")
    path = corpus(b"\xef\xbb\xbf".decode() + text.replace("\n", "\r\n") + "\n\n" + block(id="b"))
    write("gold.sent1.chunk", f"{CHUNKS[0]}\r\n{CHUNKS[0]}\n\n")
    write("gold.sent2.chunk", f"{CHUNKS[1]}\n{CHUNKS[1]}")
    first, second = read_ists(path)
    assert first.source == tuple(SOURCE.split())
    assert len(first.chunks) == 4
    assert (second.id, second.chunks) == ("b", ())


def test_a_colon_is_a_word(corpus):
    path = corpus(block(source=": a:b ::", target=":"), chunks=[["[ : a:b :: ]"], ["[ : ]"]])
    [record] = read_ists(path)
    assert (record.source, record.target) == ((":", "a:b", "::"), (":",))


def test_output_of_a_system_may_lack_the_tokens(corpus):
    lines = block(*ALIGNMENT).split("\n")
    bare = [line for line in lines if not line.endswith(" : ") and "source" not in line]
    [record] = read_ists(corpus("\n".join(line for line in bare if "translation" not in line)))
    assert record.source == tuple(SOURCE.split())


def test_chunk_files_by_name_and_by_path(corpus, tmp_path):
    path = corpus(block(*ALIGNMENT))
    expected = list(read_ists(path))
    first, second = (tmp_path / f"gold.sent{n}.chunk" for n in (1, 2))
    assert list(read_ists(path, first, second)) == expected
    for file in (first, second):
        file.rename(f"{file}.txt")
    assert list(read_ists(path)) == expected
    with pytest.raises(TypeError, match="or neither"):
        read_ists(path, first)


def test_without_chunk_files(write):
    path = write("gold.wa", block("1 2 5 <==> 1 // REL // 1", "3 4 <==> 2 // REL // 2"))
    with pytest.warns(ParaphraseWarning, match=r"W112.*gold\.sent1\.chunk"):
        [record] = read_ists(path)
    assert record.source_chunks is record.target_chunks is None
    assert [k.source for k in record.chunks] == [(0, 1), (2, 3), (4,)]


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("[ a ] [ b c ]", "a b c", None),
        ("  [ a b c ]  ", "a b c", None),
        ("[ a [ b c ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a ] b c ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a ] [ ] [ b c ]", "a b c", [(0, 1), (1, 3)]),
        ("a b c", "a b c", [(0, 3)]),
        ("[ a ] [ x c ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a ] [ c ]", "a b c", [(0, 2), (2, 3)]),
        ("[ b ] [ c ]", "a b c", [(0, 2), (2, 3)]),
        ("[ a ] [ b ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a x ] [ b c ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a ] [ x ] [ b c ]", "a b c", [(0, 1), (1, 3)]),
        ("[ a, b ] [ c d ]", "a , b c d", [(0, 3), (3, 5)]),
        ("[ a b ] [ c, d ]", "a b c , d", [(0, 2), (2, 5)]),
    ],
)
def test_chunks_that_do_not_fit(line, words, expected):
    if expected is None:
        assert sum(end - start for start, end in parse_chunks(PLACE, line, words.split())) == 3
        return
    with pytest.warns(ParaphraseWarning, match=r"W110.*x\.chunk, line 7"):
        assert list(parse_chunks(PLACE, line, words.split())) == expected


@pytest.mark.parametrize("line", ["", "[ ]", "[ x y ] [ z ]", "[ a x ] [ y z ]"])
def test_chunks_of_another_sentence(line):
    with pytest.raises(ParaphraseError, match=r"P102.*x\.chunk, line 7"):
        parse_chunks(PLACE, line, ["a", "b", "c"])


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), min_size=1, max_size=5))
def test_chunks_as_they_should_be(chunks):
    line = " ".join(f"[ {' '.join(chunk)} ]" for chunk in chunks)
    words = [word for chunk in chunks for word in chunk]
    found = parse_chunks(PLACE, line, words)
    assert [words[start:end] for start, end in found] == chunks


def test_a_link_to_a_part_of_a_chunk(corpus):
    with pytest.warns(ParaphraseWarning, match=r"W111.*line 1: the link '1' joins a part"):
        [record] = read_ists(corpus(block("1 <==> 1 2 // SPE1 // 4")))
    assert [k.source for k in record.chunks] == [(0,)]


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("7 <==> 1 // EQUI // 5", "from 1 to 6"),
        ("1 <==> 6 // EQUI // 5", "from 1 to 5"),
        ("0 1 <==> 1 // EQUI // 5", "from 1 to"),
        ("0 <==> 1 // EQUI // 5", "NOALI with 0"),
        ("1 <==> 1 // NOALI // NIL", "NOALI with 0"),
        ("1 <==> 1 // SAME // 5", "EQUI, SPE1"),
        ("1 <==> 1 // EQUI_REL // 5", "EQUI, SPE1"),
        ("1 <==> 1 // FACT // 5", "EQUI, SPE1"),
        ("1 <==> 1 // EQUI // NIL", "the score 'NIL'"),
        ("1 <==> 1 // EQUI // 5.1", "the score '5.1'"),
        ("1 <==> 1 // EQUI // nan", "the score 'nan'"),
        ("1 <==> 1 // EQUI", "<==>"),
        ("1 <==> <==> 1 // EQUI // 5", "<==>"),
        ("1 - 1 // EQUI // 5", "<==>"),
        ("1 <==> x // EQUI // 5", "<==>"),
        ("1 <==> ² // EQUI // 5", "<==>"),
    ],
)
def test_bad_links_have_their_line(line, got, corpus, collect):
    path = corpus(block(), block(ALIGNMENT[0], line, id="b"), block(id="c"))
    records, [error] = collect(read_ists, path, None, None)
    assert [record.id for record in records] == ["1", "c"]
    place = error.values["place"]
    number = path.read_text(encoding="utf-8").split("\n").index(line) + 1
    assert (error.code, place.line, place.id) == ("P102", number, "b")
    assert got in str(error)
    with pytest.raises(ParaphraseError, match="P102"):
        list(read_ists(path))


@pytest.mark.parametrize(
    "bad",
    [
        block().replace("</sentence>", ""),
        block().replace("3 sleeps :", "4 sleeps :"),
        block().replace("3 sleeps :", "3 sleeps"),
        block().replace("3 sleeps :", "3 :"),
        block().replace('id="1"', "1"),
        block(source="", target=""),
    ],
)
def test_bad_blocks(bad, corpus, collect):
    records, errors = collect(read_ists, corpus(bad, block(id="next")), None, None)
    assert [record.id for record in records] == ["next"]
    assert [error.code for error in errors] == ["P102"]


def test_stray_lines_do_not_use_up_chunks(corpus, collect):
    other = block(source="x", target="y", id="2")
    path = corpus("<wa>\n", block(), other, chunks=[[CHUNKS[0], "[ x ]"], [CHUNKS[1], "[ y ]"]])
    records, [error] = collect(read_ists, path, None, None)
    assert [record.id for record in records] == ["1", "2"]
    assert error.values["got"] == "'<wa>'"


def test_chunk_files_of_another_length(corpus, collect):
    path = corpus(block(), block(id="2"), chunks=[[CHUNKS[0]] * 2, [CHUNKS[1]] * 3])
    records, [error] = collect(read_ists, path, None, None)
    assert (len(records), error.values["got"]) == (2, "a line of chunks")
    path = corpus(block(), block(id="2"), chunks=[[CHUNKS[0]] * 2, [CHUNKS[1]]])
    records, [error] = collect(read_ists, path, None, None)
    assert (len(records), error.values["place"].id) == (1, "2")


def test_a_missing_file(corpus):
    path = corpus(block())
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_ists(path, "none.chunk", path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ParaphraseWarning)
        with pytest.raises(ParaphraseError, match="P101"):
            list(read_ists("none.wa"))


def test_docs_and_json_lines_keep_the_chunks(corpus, write, nlp):
    [record] = read_ists(corpus(block(*ALIGNMENT)))
    doc = record_to_doc(record, nlp)
    assert [span.text for span in doc.spans["chunk_units"]][:2] == ["A dog", "sleeps"]
    assert [(k.source.text, k.relation) for k in doc._.alignment.chunks][1:3] == [
        ("sleeps", "restates"),
        ("quietly", "restates"),
    ]
    import json

    [line] = read_jsonl(write("gold.jsonl", json.dumps(record_to_json(record))))
    assert doc_to_record(doc) == line
    assert (line.chunks, line.source_chunks) == (record.chunks, record.source_chunks)


def test_a_file_there_and_back_again(corpus, tmp_path):
    path = corpus(block(*ALIGNMENT), block(ALIGNMENT[1], id="b"))
    records = list(read_ists(path))
    write_wa(tmp_path / "copy.wa", records)
    chunks = (tmp_path / f"gold.sent{n}.chunk" for n in (1, 2))
    assert list(read_ists(tmp_path / "copy.wa", *chunks)) == records


def test_links_are_joined_again(corpus):
    [record] = read_ists(corpus(block(*ALIGNMENT)))
    links = as_record(record)
    assert [(k.source, k.target) for k in links] == [
        (k.source, k.target) for k in record.gold.links
    ]
    assert [sorted(k.tags) for k in links] == [["SIMI"], ["EQUI"], ["OPPO"]]
    assert [k.score for k in links] == [4, 5, 3.5]


RELATIONS = ["equals", "restates", "specifies", "generalizes", "intersects", ""]
UNITS = [(0, 1), (1, 3), (3, 4)]
made = st.lists(
    st.builds(
        LinkRecord,
        st.sampled_from(UNITS).map(lambda u: tuple(range(*u))),
        st.sampled_from(UNITS).map(lambda u: tuple(range(*u))),
        st.sampled_from(RELATIONS),
        similarity=st.sampled_from([0.2, 1 / 3, 1.0]),
        conflict=st.booleans(),
    ),
    unique_by=lambda k: k.units,
)


@given(made)
def test_what_is_written_says_the_same_about_the_words(links):
    words = ("a", "b", "c", "d")
    units = {"source_chunks": tuple(UNITS), "target_chunks": tuple(UNITS)}
    record = PairRecord(None, words, words, chunks=tuple(links), **units)
    kinds = dict(zip(RELATIONS, "EQUI EQUI SPE1 SPE2 SIMI SIMI".split(), strict=True))
    expected = {}
    for k in record.chunks:
        kind = "OPPO" if k.conflict and k.relation == "intersects" else kinds[k.relation]
        expected |= {(i, j): (kind, k.similarity) for i in k.source for j in k.target}
    found = {}
    for source, target, [kind], score in chunk_links(record):
        found |= {
            (i, j): (kind, pytest.approx(score / 5, abs=1e-4)) for i in source for j in target
        }
    assert expected == found
    free = [line for line in record_to_wa(record).split("\n") if "NOALI" in line]
    units_linked = {k.source for k in links}, {k.target for k in links}
    assert len(free) == 6 - sum(map(len, units_linked))


def test_a_written_block():
    links = (LinkRecord((0, 1), (1,), "specifies", similarity=0.75),)
    record = PairRecord(None, ("red", "car", "!"), ("a", "car"), chunks=links)
    assert record_to_wa(record, 4).split("\n") == [
        '<sentence id="4" status="">',
        "// red car !",
        "// a car",
        "<source>",
        "1 red :",
        "2 car :",
        "3 ! :",
        "</source>",
        "<translation>",
        "1 a :",
        "2 car :",
        "</translation>",
        "<alignment>",
        "1 2 <==> 2 // SPE1 // 3.75 // red car <==> car",
        "3 <==> 0 // NOALI // NIL // ! <==> -not aligned-",
        "0 <==> 1 // NOALI // NIL // -not aligned- <==> a",
        "</alignment>",
        "</sentence>",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("id", "word"), [('a"b', "x"), ("a\nb", "x"), ([1], "x"), (1, "a b"), (1, "a\n")]
)
def test_what_cannot_be_written(id, word, tmp_path):
    with pytest.raises(ParaphraseError, match="P110"):
        write_wa(tmp_path / "out.wa", [PairRecord(id, ("a",), (word, "b"))])


def test_a_record_of_the_corpus_is_written_with_its_tags(corpus):
    [record] = read_ists(corpus(block(*ALIGNMENT)))
    assert isinstance(record, IstsRecord)
    assert "1 2 <==> 1 2 // SIMI_FACT // 4 //" in record_to_wa(record)
