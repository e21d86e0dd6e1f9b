"""Write the golden list of registered names from pyproject.toml."""

from pathlib import Path

import tomllib

ROOT = Path(__file__).parents[1]

if __name__ == "__main__":
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [
        f"{group} {name}"
        for group, names in sorted(project["entry-points"].items())
        for name in sorted(names)
    ]
    (ROOT / "tests" / "registered_names.txt").write_text("\n".join(lines) + "\n", "utf-8")
