"""The pair encoder as it is trained: a MiniLM that reads both sentences, with a head for each task.

Transformer of Wang and others 2020, "MiniLM: Deep self-attention distillation" (NeurIPS), as
all-MiniLM-L6-v2 has it, over fewer word pieces. What the heads compute is said in
`spacy_paraphrase.ml.pair_encoder`, which computes the same without torch.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional
from vocabulary import read_pieces

WIDTH, HEADS = 384, 12
JUDGE, ALIGN, UNIT, UNIT_HIDDEN, SINGLE = 256, 128, 64, 64, 128
# Logits of a judgement, and of the relation of two units, each with a similarity at the end.
JUDGEMENTS, RELATIONS = 7, 6


@dataclass
class Batch:
    """Sequences of word pieces; shape (batch, pieces) each.

    Attributes:
        ids: Pieces, padded with 0.
        sides: 0 for the first side, 1 for the second.
        mask: Which pieces are there.
    """

    ids: Tensor
    sides: Tensor
    mask: Tensor


class Layer(nn.Module):
    """One layer of a BERT."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states behind the layer, shape (batch, pieces, width)."""
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        seen = self.out(seen.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.norm(x + functional.dropout(seen, self.dropout, self.training))
        more = self.down(functional.gelu(self.up(x)))
        return self.last_norm(x + functional.dropout(more, self.dropout, self.training))


class PairNetwork(nn.Module):
    """Transformer and heads.

    Args:
        pieces: Size of the vocabulary.
        layers: Number of layers.
        dropout: Share that is left out in training.
    """

    def __init__(self, pieces: int, layers: int = 6, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(pieces, WIDTH)
        self.words.weight.requires_grad = False  # seldom seen pieces would drift apart
        self.places, self.sides = nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.dropout = dropout
        self.judge_hidden = nn.Linear(3 * WIDTH, JUDGE)
        self.judge_out = nn.Linear(JUDGE, JUDGEMENTS)
        self.align = nn.Linear(WIDTH, ALIGN)
        self.align_null = nn.Parameter(torch.zeros(()))
        self.align_scale = nn.Parameter(torch.ones(()))
        self.unit_project = nn.Linear(WIDTH, UNIT)
        self.unit_hidden = nn.Linear(4 * UNIT, UNIT_HIDDEN)
        self.unit_out = nn.Linear(UNIT_HIDDEN, RELATIONS)
        self.support_hidden, self.support_out = nn.Linear(WIDTH, SINGLE), nn.Linear(SINGLE, 1)
        self.gap_hidden, self.gap_out = nn.Linear(2 * WIDTH, SINGLE), nn.Linear(SINGLE, 1)
        self.accept_hidden, self.accept_out = nn.Linear(2 * WIDTH, SINGLE), nn.Linear(SINGLE, 1)
        nn.init.orthogonal_(self.align.weight)
        nn.init.zeros_(self.align.bias)

    def heads(self) -> list[nn.Parameter]:
        """Return the parameters that no base model has."""
        names = ("judge", "align", "unit", "support", "gap", "accept")
        return [p for name, p in self.named_parameters() if name.startswith(names)]

    def trunk(self) -> list[nn.Parameter]:
        """Return the parameters of the transformer that are trained."""
        heads = {id(p) for p in self.heads()}
        return [p for p in self.parameters() if p.requires_grad and id(p) not in heads]

    def forward(self, batch: Batch) -> Tensor:
        """Return the states of the pieces, shape (batch, pieces, width)."""
        places = torch.arange(batch.ids.shape[1])
        x = self.words(batch.ids) + self.places(places)[None] + self.sides(batch.sides)
        x = functional.dropout(self.norm(x), self.dropout / 2, self.training)
        mask = batch.mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def judge(self, states: Tensor, batch: Batch, means: Tensor) -> Tensor:
        """Return the logits of judgements (batch, 7).

        Args:
            states: Those of the pieces.
            batch: What was read.
            means: Weights of the pieces in the mean of each side, (batch, 2, pieces).
        """
        sides = means @ states
        pooled = torch.cat([states[:, 0], sides[:, 0], sides[:, 1]], -1)
        hidden = functional.dropout(
            torch.tanh(self.judge_hidden(pooled)), self.dropout, self.training
        )
        return self.judge_out(hidden)

    def alignment(self, source: Tensor, target: Tensor) -> Tensor:
        """Return the logits of word pairs, framed by that of no partner, (n + 1, m + 1)."""
        scores = self.align(source) @ self.align(target).T * (self.align_scale / sqrt(ALIGN))
        framed = functional.pad(scores, (0, 1, 0, 1))
        frame = torch.zeros_like(framed)
        frame[-1, :] = frame[:, -1] = 1.0
        return framed + frame * self.align_null

    def relate(self, source: Tensor, target: Tensor) -> Tensor:
        """Return the logits of unit pairs (k, 6), of the means of their words (k, width) each."""
        u, v = self.unit_project(source), self.unit_project(target)
        z = torch.cat([u, v, (u - v).abs(), u * v], -1)
        z = functional.dropout(z, self.dropout, self.training)
        return self.unit_out(torch.tanh(self.unit_hidden(z)))

    def support(self, words: Tensor) -> Tensor:
        """Return the logit that the other side supports each word, (n, width) to (n,)."""
        return self.support_out(torch.tanh(self.support_hidden(words)))[:, 0]

    def gaps(self, states: Tensor) -> Tensor:
        """Return the logit of the gap before each piece, (batch, pieces)."""
        before = functional.pad(states, (0, 0, 1, 0))[:, :-1]
        return self.gap_out(torch.tanh(self.gap_hidden(torch.cat([before, states], -1))))[..., 0]

    def accept(self, states: Tensor, batch: Batch) -> Tensor:
        """Return the logit of a good sentence, (batch,)."""
        mask = batch.mask[..., None].to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        return self.accept_out(torch.tanh(self.accept_hidden(torch.cat([states[:, 0], mean], -1))))[
            :, 0
        ]


def load_base(folder: Path, kept: list[int], layers: int, dropout: float = 0.1) -> PairNetwork:
    """Return a network with the weights of the base model.

    Args:
        folder: Folder with model.safetensors.
        kept: Which pieces to take over.
        layers: How many layers; fewer than the base has are taken at even distances, last included.
        dropout: See `PairNetwork`.
    """
    weights = load_file(folder / "model.safetensors")
    (first,) = [name for name in weights if name.endswith("word_embeddings.weight")]
    root = first.removesuffix("embeddings.word_embeddings.weight")
    network = PairNetwork(len(kept), layers, dropout)

    def copy(module: nn.Module, name: str) -> None:
        for key in ("weight", "bias"):
            if f"{root}{name}.{key}" in weights:
                getattr(module, key).data.copy_(weights[f"{root}{name}.{key}"])

    network.words.weight.data.copy_(weights[first][kept])
    network.places.weight.data.copy_(weights[f"{root}embeddings.position_embeddings.weight"])
    network.sides.weight.data.copy_(weights[f"{root}embeddings.token_type_embeddings.weight"])
    copy(network.norm, "embeddings.LayerNorm")
    there = 1 + max(
        int(name.split("layer.")[1].split(".")[0]) for name in weights if "layer." in name
    )
    for k, layer in enumerate(network.layers):
        at = f"encoder.layer.{(k + 1) * there // layers - 1}."
        for key in ("weight", "bias"):
            parts = [
                weights[f"{root}{at}attention.self.{n}.{key}"] for n in ("query", "key", "value")
            ]
            getattr(layer.qkv, key).data.copy_(torch.cat(parts))
        copy(layer.out, f"{at}attention.output.dense")
        copy(layer.norm, f"{at}attention.output.LayerNorm")
        copy(layer.up, f"{at}intermediate.dense")
        copy(layer.down, f"{at}output.dense")
        copy(layer.last_norm, f"{at}output.LayerNorm")
    return network


def base_pieces(folder: Path) -> list[str]:
    """Return the pieces of the base model."""
    return read_pieces(folder / "vocab.txt")
