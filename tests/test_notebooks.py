"""The notebooks run, and show what they show today."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def rounded(text):
    """Return a text with two digits of each number: those behind them depend on the processor."""
    return re.sub(r"\d\.\d{3,}", lambda number: f"{float(number[0]):.2f}", text)


def outputs(path):
    """Return what each cell of code shows or prints, pictures in HTML alone."""
    shown = []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            data = [output.get("data") or {"text/plain": output["text"]} for output in cell.outputs]
            seen = [{k: v for k, v in d.items() if k != "image/svg+xml"} for d in data]
            shown.append([{k: rounded("".join(v)) for k, v in d.items()} for d in seen])
    return shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_showed(path, tmp_path):
    """By nbmake, in a kernel of its own; `python scripts/fill_outputs.py` stores what it shows."""
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--nbmake", "--overwrite", copy.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    assert outputs(copy) == outputs(path)


def test_the_first_steps_show_pictures():
    shown = [d.get("text/html", "") for cell in outputs(NOTEBOOKS[0]) for d in cell]
    assert sum("<svg" in html for html in shown) == 3
    assert sum("rotate(-60)" in html for html in shown) == 1  # a grid
    assert any('class="fusion"' in html for html in shown)
