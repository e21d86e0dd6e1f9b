"""Write the network whose weights are the mean of those of others.

    python scripts/encoder/mean.py NETWORK [NETWORK ...] OUT

Networks that began with the same weights may be taken together so (Wortsman and others 2022, "Model
soups: averaging weights of multiple fine-tuned models", ICML): the package ships the mean of two
that were taught one half of the pairs each.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from train import load, save


def main() -> None:
    """Read, take the mean, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("networks", nargs="+", type=Path, help="files that train.py wrote")
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    loaded = [load(path) for path in args.networks]
    network, names = loaded[0]
    assert all(other == names for _, other in loaded), "networks of other pieces"
    states = [each.state_dict() for each, _ in loaded]
    mean = {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    network.load_state_dict(mean)
    save(args.out, network, names)


if __name__ == "__main__":
    main()
