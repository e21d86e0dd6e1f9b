import shutil

import pytest

from spacy_paraphrase.cli import main
from spacy_paraphrase.lexicon.resources import SHIPPED


def test_what_is_there(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    assert main(["resources"]) == 0
    out = capsys.readouterr().out
    assert "nothing" in out
    assert "en.wordnet  pwn:3.0, 117,659 synsets" in out


def test_own_data_are_shown(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    shutil.copy(SHIPPED / "en.wordnet", tmp_path / "xx.wordnet")
    main(["resources"])
    assert "xx.wordnet" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["nowhere/dict", "nolexicon:1"])
def test_build_from_nothing(source, tmp_path, capsys, monkeypatch):
    import wn

    monkeypatch.setattr(wn.config, "data_directory", tmp_path / "wn")
    assert main(["resources", "build", source, "--out", str(tmp_path)]) == 1
    assert "[P30" in capsys.readouterr().err


def test_damaged_data_are_named(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    (tmp_path / "xx.wordnet").write_bytes(b"no index")
    assert main(["resources"]) == 1
    out = capsys.readouterr().out
    assert "[P301]" in out
    assert "117,659 synsets" in out
