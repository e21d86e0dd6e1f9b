"""Write a trained pair encoder as the package ships it: an int8 ONNX graph, its pieces, its heads.

FOLDER gets `model.onnx`, `vocab.txt` and `heads.npz` (see `spacy_paraphrase.ml.encoder`).
Weights of matrices are rounded to 8 bits in each column, those of pieces in each row; activations
are rounded for each run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from weights.encoder.network import HEADS, WIDTH, PairNetwork
from weights.encoder.train import load

HEAD = WIDTH // HEADS
OPSET = 17


class Graph:
    """An ONNX graph in the making."""

    def __init__(self, quantised: bool) -> None:
        self.quantised = quantised
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, array: np.ndarray) -> str:
        """Return the name of a constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def add(
        self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **given: object
    ) -> str:
        """Add a node, and return the name of its first output; others end in .1, .2 and so on."""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{k}" for k in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **given))
        return name

    def linear(self, x: tuple[str, str, str] | str, layer: torch.nn.Linear) -> str:
        """Return x times the weights of a layer, and its bias added.

        Args:
            x: A matrix, or the name of one that `rounded` made.
            layer: The layer.
        """
        weight, bias = layer.weight.detach().numpy().T, layer.bias.detach().numpy()
        if isinstance(x, str):
            product = self.add("MatMul", x, self.constant(weight))
        else:
            values, scale, zero = x
            scales = np.abs(weight).max(0) / 127
            whole = np.round(weight / scales).astype(np.int8)
            product = self.add("MatMulInteger", values, self.constant(whole), zero)
            product = self.add("Cast", product, to=TensorProto.FLOAT)
            scales_name = self.constant(scales.astype(np.float32))
            product = self.add("Mul", product, self.add("Mul", scales_name, scale))
        return self.add("Add", product, self.constant(bias))

    def rounded(self, x: str) -> tuple[str, str, str] | str:
        """Return a matrix in 8 bits, with scale and zero; as it is in a graph of floats."""
        if not self.quantised:
            return x
        name = self.add("DynamicQuantizeLinear", x, outputs=3)
        return name, f"{name}.1", f"{name}.2"

    def norm(self, x: str, layer: torch.nn.LayerNorm) -> str:
        """Return the layer normalisation."""
        weight, bias = (self.constant(p.detach().numpy()) for p in (layer.weight, layer.bias))
        return self.add("LayerNormalization", x, weight, bias, axis=-1, epsilon=1e-12)

    def embed(self, ids: str, table: np.ndarray) -> str:
        """Return the rows of a table."""
        if not self.quantised:
            return self.add("Gather", self.constant(table), ids, axis=0)
        scales = np.abs(table).max(1, keepdims=True) / 127 + 1e-12
        whole = np.round(table / scales).astype(np.int8)
        rows = self.add("Gather", self.constant(whole), ids, axis=0)
        rows = self.add("Cast", rows, to=TensorProto.FLOAT)
        factors = self.add("Gather", self.constant(scales.astype(np.float32)), ids, axis=0)
        return self.add("Mul", rows, factors)


def build(network: PairNetwork, quantised: bool = True) -> onnx.ModelProto:
    """Return the graph: `ids` and `sides` (1, T) to `states` (1, T, width)."""
    graph = Graph(quantised)
    length = graph.add("Size", "ids")
    places = graph.add("Range", graph.constant(np.array(0)), length, graph.constant(np.array(1)))
    x = graph.embed("ids", network.words.weight.detach().numpy())
    x = graph.add("Add", x, graph.embed(places, network.places.weight.detach().numpy()))
    sides = graph.constant(network.sides.weight.detach().numpy())
    x = graph.add("Add", x, graph.add("Gather", sides, "sides", axis=0))
    x = graph.norm(x, network.norm)
    for layer in network.layers:
        qkv = graph.linear(graph.rounded(x), layer.qkv)
        shape = graph.constant(np.array([0, -1, 3, HEADS, HEAD]))
        qkv = graph.add("Transpose", graph.add("Reshape", qkv, shape), perm=[2, 0, 3, 1, 4])
        q, k, v = (graph.add("Gather", qkv, graph.constant(np.array(n)), axis=0) for n in range(3))
        scores = graph.add("MatMul", q, graph.add("Transpose", k, perm=[0, 1, 3, 2]))
        scores = graph.add("Mul", scores, graph.constant(np.float32(HEAD**-0.5)))
        seen = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), v)
        seen = graph.add("Transpose", seen, perm=[0, 2, 1, 3])
        seen = graph.add("Reshape", seen, graph.constant(np.array([0, -1, WIDTH])))
        seen = graph.linear(graph.rounded(seen), layer.out)
        x = graph.norm(graph.add("Add", x, seen), layer.norm)
        more = graph.add("Gelu", graph.linear(graph.rounded(x), layer.up), domain="com.microsoft")
        more = graph.linear(graph.rounded(more), layer.down)
        x = graph.norm(graph.add("Add", x, more), layer.last_norm)
    graph.nodes[-1].output[0] = "states"
    shape, kind = (1, "length"), TensorProto.INT64
    inputs = [helper.make_tensor_value_info(name, kind, shape) for name in ("ids", "sides")]
    outputs = [helper.make_tensor_value_info("states", TensorProto.FLOAT, (*shape, WIDTH))]
    made = helper.make_graph(graph.nodes, "pair_encoder", inputs, outputs, graph.constants)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=8)
    onnx.checker.check_model(model)
    return model


def heads(network: PairNetwork, temperature: float) -> dict[str, np.ndarray]:
    """Return the weights of the heads, matrices as (inputs, outputs)."""
    names = {
        "judge.hidden": network.judge_hidden,
        "judge.out": network.judge_out,
        "align": network.align,
        "unit.project": network.unit_project,
        "unit.hidden": network.unit_hidden,
        "unit.out": network.unit_out,
        "support.hidden": network.support_hidden,
        "support.out": network.support_out,
        "gap.hidden": network.gap_hidden,
        "gap.out": network.gap_out,
        "accept.hidden": network.accept_hidden,
        "accept.out": network.accept_out,
    }
    found = {"judge.temperature": np.array(temperature)}
    for name, layer in names.items():
        found[f"{name}.weight"] = layer.weight.detach().numpy().T
        found[f"{name}.bias"] = layer.bias.detach().numpy()
    found["align.null"] = network.align_null.detach().numpy()
    found["align.scale"] = network.align_scale.detach().numpy()
    return {name: array.astype(np.float16) for name, array in found.items()}


def write(
    network: PairNetwork,
    pieces: list[str],
    folder: Path,
    temperature: float,
    quantised: bool = True,
) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(build(network, quantised), str(folder / "model.onnx"))
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    np.savez_compressed(folder / "heads.npz", **heads(network, temperature))


def main(
    network: Annotated[Path, "file that encoder.train wrote"],
    folder: Path,
    *,
    temperature: float = 1.0,
    float: Annotated[bool, "without rounding"] = False,
) -> None:
    """Read the network, write the files."""
    trained, pieces = load(network)
    write(trained, pieces, folder, temperature, not float)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    print(", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in sizes.items()))
