"""Starts a training from the shipped nets instead of from nothing: `python -m tests.lab.training.start WORK`.

Writes WORK/find.pt and WORK/tell.pt, which learn_find and learn_tell continue from, and keeps the classifier in
WORK/shipped.pt. The shipped nets have no batch normalization, because the export folds it into the convolutions. Here
it is put back without changing what the nets do, from the statistics of drawn scenes and crops.
"""

import argparse
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from tests.lab.training.learn import save
from tests.lab.training.nets import ClassifierNet, DetectorNet

_RARE = 4.0
"""By how much a class that the shipped net does not have begins below the one that it is copied from."""


def weights(name: str) -> tuple[list[tuple[Tensor, Tensor]], dict[str, Tensor]]:
    """The weight and bias of each convolution in the order of the graph, and everything that has a name of its own."""
    graph = onnx.load_from_string((files("hardware.recognition") / f"{name}.onnx").read_bytes()).graph
    every = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    convolutions = [(every[node.input[1]], every[node.input[2]]) for node in graph.node if node.op_type == "Conv"]
    return convolutions, every


@torch.no_grad()
def unfold(net: nn.Module, convolutions: list[tuple[Tensor, Tensor]], pictures: Tensor) -> None:
    """Put weights without normalization into a net with normalization. `pictures` show what its layers usually see."""
    pairs = list(_normalized(net))
    plain = [each for each in net.modules() if isinstance(each, nn.Conv2d) and each.bias is not None]
    order = [*(each for each, _ in pairs), *plain]
    for convolution, (weight, bias) in zip(_in_order(net, order, pictures), convolutions, strict=True):
        convolution.weight.copy_(weight)
        norm = dict(pairs).get(convolution)
        if norm is None:
            assert convolution.bias is not None
            convolution.bias.copy_(bias)
        else:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(bias)
    seen: dict[nn.Module, Tensor] = {}
    hooks = [each.register_forward_hook(lambda module, _, out: seen.__setitem__(module, out)) for each, _ in pairs]
    net.eval()(pictures)
    for hook in hooks:
        hook.remove()
    for convolution, norm in pairs:
        mean, var = seen[convolution].mean((0, 2, 3)), seen[convolution].var((0, 2, 3)).clamp(min=1e-4)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_((var + norm.eps).sqrt())
        norm.bias.add_(mean)


def _normalized(net: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    for each in net.modules():
        if isinstance(each, nn.Sequential):
            parts = list(each)
            for one, after in pairwise(parts):
                if isinstance(one, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
                    yield one, after


def _in_order(net: nn.Module, convolutions: list[nn.Conv2d], pictures: Tensor) -> list[nn.Conv2d]:
    """The convolutions in the order in which they run, which is that of the graph."""
    order: list[nn.Conv2d] = []
    hooks = [each.register_forward_hook(lambda module, *_: order.append(module)) for each in convolutions]
    net.eval()(pictures[:1])
    for hook in hooks:
        hook.remove()
    return order


@torch.no_grad()
def grow(layer: nn.Linear, weight: Tensor, bias: Tensor, like: int) -> None:
    """Copy a layer that may have fewer classes. New classes begin like class `like`, but rarer."""
    layer.weight.copy_(torch.cat([weight, weight[like : like + 1].expand(len(layer.weight) - len(weight), -1)]))
    rare = (bias[like : like + 1] - _RARE).expand(len(layer.bias) - len(bias))
    layer.bias.copy_(torch.cat([bias, rare]))


def classifier(pictures: Tensor) -> ClassifierNet:
    net = ClassifierNet()
    convolutions, named = weights("tell")
    unfold(net, convolutions, pictures)
    dense = next(each for each in net.body if isinstance(each, nn.Linear))
    with torch.no_grad():
        dense.weight.copy_(named["body.9.weight"])
        dense.bias.copy_(named["body.9.bias"])
    grow(net.rank, named["rank.weight"], named["rank.bias"], 13)
    grow(net.suit, named["suit.weight"], named["suit.bias"], 4)
    return net


def detector(pictures: Tensor) -> DetectorNet:
    net = DetectorNet()
    unfold(net, weights("find")[0], pictures)
    return net


def begin(file: Path, net: nn.Module, rate: float, decay: float) -> None:
    """Write the first checkpoint, unless there is one to continue from."""
    if not file.exists():
        save(file, 0, net, net, torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay))


def ready(pictures: np.typing.NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255 - 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    asked = parser.parse_args()
    torch.manual_seed(4)
    crops = np.load(sorted((asked.work / "singles").glob("*.npz"))[0])["crops"][:2000]
    shipped = classifier(ready(crops))
    begin(asked.work / "shipped.pt", shipped, 2.5e-3, 2e-3)
    begin(asked.work / "tell.pt", shipped, 2.5e-3, 2e-3)
    scenes = np.load(sorted((asked.work / "scenes").glob("*.pictures.npy"))[0], mmap_mode="r")[:48]
    begin(asked.work / "find.pt", detector(ready(np.array(scenes))), 2.5e-3, 1e-3)


if __name__ == "__main__":
    main()
