"""Write the pair encoder of the package as a network that `encoder.tune` goes on with.

The weights are those of the int8 graph, times their scales: what was rounded stays rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from spacy_paraphrase.ml.encoder import SHIPPED, VOCABULARY
from weights.encoder.network import PairNetwork
from weights.encoder.train import save
from weights.encoder.vocabulary import read_pieces

# Constants of a layer between its first product and its second (`export.build`): shape, the places
# of queries, keys and values, the scale, and another shape.
BETWEEN = 6
HEADS = ("judge", "unit", "support", "gap", "accept")


def tensor(array: np.ndarray) -> Tensor:
    """Return an array in floats."""
    return torch.from_numpy(np.array(array, np.float32))


class Filled:
    """Fills the layers of a network with the constants of a graph, in their order."""

    def __init__(self, constants: Iterator[np.ndarray]) -> None:
        self.constants = constants

    def skip(self, count: int) -> None:
        """Leave out so many constants."""
        for _ in range(count):
            next(self.constants)

    def table(self, layer: nn.Embedding) -> None:
        """Fill the rows of a table."""
        whole, scales = next(self.constants), next(self.constants)
        layer.weight.copy_(tensor(whole * scales))

    def linear(self, layer: nn.Linear) -> None:
        """Fill weights and bias."""
        whole, scales, bias = (next(self.constants) for _ in range(3))
        layer.weight.copy_(tensor(whole * scales).T)
        layer.bias.copy_(tensor(bias))

    def norm(self, layer: nn.LayerNorm) -> None:
        """Fill a layer normalisation."""
        layer.weight.copy_(tensor(next(self.constants)))
        layer.bias.copy_(tensor(next(self.constants)))


@torch.no_grad()
def read(folder: Path) -> tuple[PairNetwork, list[str]]:
    """Return the network of a folder that `encoder.export` wrote, and its pieces."""
    names = read_pieces(folder / VOCABULARY)
    network = PairNetwork(len(names))
    graph = onnx.load(str(folder / "model.onnx")).graph
    constants = map(numpy_helper.to_array, graph.initializer)
    filled = Filled(constants)
    filled.skip(2)
    filled.table(network.words)
    filled.table(network.places)
    network.sides.weight.copy_(tensor(next(constants)))
    filled.norm(network.norm)
    for layer in network.layers:
        filled.linear(layer.qkv)
        filled.skip(BETWEEN)
        filled.linear(layer.out)
        filled.norm(layer.norm)
        filled.linear(layer.up)
        filled.linear(layer.down)
        filled.norm(layer.last_norm)
    assert next(constants, None) is None, "constants are left"
    heads = np.load(folder / "heads.npz")
    layers = {f"{head}.{part}": f"{head}_{part}" for head in HEADS for part in ("hidden", "out")}
    for name, own in (layers | {"align": "align", "unit.project": "unit_project"}).items():
        layer = getattr(network, own)
        layer.weight.copy_(tensor(heads[f"{name}.weight"]).T)
        layer.bias.copy_(tensor(heads[f"{name}.bias"]))
    network.align_null.copy_(tensor(heads["align.null"]))
    network.align_scale.copy_(tensor(heads["align.scale"]))
    return network, names


def main(out: Path) -> None:
    """Read the encoder of the package, write the network."""
    out.parent.mkdir(parents=True, exist_ok=True)
    save(out, *read(SHIPPED))
