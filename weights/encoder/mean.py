"""Write the network whose weights are the mean of those of others.

Networks that began with the same weights may be taken together so (Wortsman and others 2022, "Model
soups: averaging weights of multiple fine-tuned models", ICML): the package ships the mean of two
that were taught one half of the pairs each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import torch

from weights.encoder.train import load, save


def main(networks: Annotated[list[Path], "files that encoder.train wrote"], out: Path) -> None:
    """Read, take the mean, write."""
    loaded = [load(path) for path in networks]
    network, names = loaded[0]
    assert all(other == names for _, other in loaded), "networks of other pieces"
    states = [each.state_dict() for each, _ in loaded]
    mean = {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    network.load_state_dict(mean)
    save(out, network, names)
