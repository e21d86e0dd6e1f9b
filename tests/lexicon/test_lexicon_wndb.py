from pathlib import Path

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.build import build_index, read_wndb
from spacy_paraphrase.lexicon.relations import relation

LICENCE = "  1 This software and database is being provided to you, the LICENSEE, by  \n"
FILES = {
    "data.noun1": LICENCE
    + "00001740 03 n 01 entity 0 001 ~ 00002000 n 0000 | that which exists; a | b  \n",
    "data.noun2": "00002000 05 n 02 cat 0 true_cat 0 001 @ 00001740 n 0000 | feline  \n"
    "00003000 06 n 02 computed_tomography 0 CAT 0 001 @ 00001740 n 0000 | scan  \n"
    "00004000 15 n 01 Rome 0 002 @i 00001740 n 0000 + 00008000 a 0101 | a city  \n",
    "index.noun": LICENCE + "entity n 1 1 ~ 1 1 00001740  \ncat n 2 1 @ 2 1 00003000 00002000  \n"
    "true_cat n 1 1 @ 1 0 00002000  \nrome n 1 1 @ 1 1 00004000  \n"
    "computed_tomography n 1 1 @ 1 0 00003000  \n",
    "data.verb": "00005000 29 v 01 move 0 001 $ 00006000 v 0000 01 + 08 00 | go  \n"
    "00006000 29 v 01 shift 0 001 $ 00005000 v 0000 01 + 08 00 | move  \n",
    "index.verb": "move v 1 1 $ 1 1 00005000  \nshift v 1 1 $ 1 1 00006000  \n",
    "data.adj": "00007000 00 a 02 big(p) 0 large 0 001 ! 00007500 a 0201 | great  \n"
    "00007500 00 s 01 small 0 001 ! 00007000 a 0102 | little  \n"
    "00008000 01 a 01 Roman 0 001 \\ 00004000 n 0101 | of Rome  \n",
    "index.adj": "big a 1 1 ! 1 1 00007000  \nlarge a 1 1 ! 1 1 00007000  \n"
    "small a 1 1 ! 1 1 00007500  \nroman a 1 1 \\ 1 1 00008000  \n",
    "data.adv": "00009000 02 r 01 here 0 000 | at this place  \n",
    "index.adv": "here r 1 0 1 1 00009000  \n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf8")
    return tmp_path


def test_reads_synsets_senses_and_pointers(folder: Path) -> None:
    lexicon = read_wndb(folder, "mini:1", "en")["lexicons"][0]
    assert (lexicon["id"], lexicon["version"]) == ("mini", "1")
    assert [synset["id"] for synset in lexicon["synsets"]][:3] == [
        "mini-00001740-n",
        "mini-00002000-n",
        "mini-00003000-n",
    ]
    assert "mini-00007500-s" in {synset["id"] for synset in lexicon["synsets"]}
    entries = {entry["lemma"]["writtenForm"]: entry for entry in lexicon["entries"]}
    assert {"true cat", "cat", "CAT", "big", "Rome"} <= entries.keys()
    assert [sense["synset"] for sense in entries["cat"]["senses"]] == ["mini-00002000-n"]
    assert entries["large"]["senses"][0]["relations"] == [
        {"relType": "antonym", "target": "mini-00007500-s-1"}
    ]
    text = repr(lexicon)
    assert "feline" not in text
    assert "that which exists" not in text


def test_the_index_of_it_has_the_relations(folder: Path) -> None:
    index = build_index(read_wndb(folder, "mini:1", "en"), {})
    assert relation(index, "Rome", "PROPN", "entity", "NOUN") == "hyponym-of"
    assert relation(index, "Roman", "ADJ", "Rome", "PROPN") == "near-synonym"
    assert relation(index, "move", "VERB", "shift", "VERB") == "near-synonym"
    assert relation(index, "big", "ADJ", "large", "ADJ") == "synonym"
    assert relation(index, "large", "ADJ", "small", "ADJ") == "antonym"
    # Opposite words are opposite, not all that means the same; our own list says more.
    assert not index.antonyms.row(index.entries("big", "ADJ")[0])
    assert relation(index, "big", "ADJ", "small", "ADJ") == "antonym"
    assert relation(index, "cat", "NOUN", "computed tomography", "NOUN") == "sister"


def test_senses_stand_in_the_order_of_the_index_file(folder: Path) -> None:
    text = FILES["data.noun2"].replace("CAT", "cat")
    (folder / "data.noun2").write_text(text, encoding="utf8")
    lexicon = read_wndb(folder, "mini:1", "en")["lexicons"][0]
    (cat,) = (e for e in lexicon["entries"] if e["lemma"]["writtenForm"] == "cat")
    assert [s["synset"] for s in cat["senses"]] == ["mini-00003000-n", "mini-00002000-n"]


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "index.verb").unlink()
    with pytest.raises(ParaphraseError, match=r"P302.*index\.verb"):
        read_wndb(folder, "mini:1", "en")


@pytest.mark.parametrize("line", ["nonsense\n", "00005000 29 v zz move 0 000 | go\n"])
def test_a_bad_line_is_named(folder: Path, line: str) -> None:
    (folder / "data.verb").write_text(FILES["data.verb"] + line, encoding="utf8")
    with pytest.raises(ParaphraseError, match=r"P303.*Line 3 of .*data\.verb"):
        read_wndb(folder, "mini:1", "en")
