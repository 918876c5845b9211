"""Writes the trained nets as ONNX beside the code that runs them.

python -m tests.lab.training.export WORK
"""

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from tests.lab.training.nets import ClassifierNet, DetectorNet

HERE = Path(__file__).parents[3] / "hardware" / "recognition"


def trained(net: nn.Module, file: Path) -> nn.Module:
    net.load_state_dict(torch.load(file, weights_only=True)["smooth"])
    return net.eval()


def export(net: nn.Module, example: Tensor, file: Path, outputs: list[str], moving: dict[int, str]) -> None:
    torch.onnx.export(
        net, (example,), str(file), input_names=["pictures"], output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes={"pictures": moving, **dict.fromkeys(outputs, moving)},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--to", type=Path, default=HERE)
    parser.add_argument("--only", choices=("find", "tell"))
    parser.add_argument("--name", default="tell", help="the file of the classifier in WORK")
    asked = parser.parse_args()
    if asked.only != "tell":
        find, moving = trained(DetectorNet(), asked.work / "find.pt"), {0: "count", 2: "height", 3: "width"}
        export(find, torch.zeros(1, 3, 64, 96), asked.to / "find.onnx", ["found"], moving)
    if asked.only != "find":
        tell, outputs = trained(ClassifierNet(), asked.work / f"{asked.name}.pt"), ["ranks", "suits", "features"]
        export(tell, torch.zeros(2, 3, 64, 48), asked.to / "tell.onnx", outputs, {0: "count"})


if __name__ == "__main__":
    main()
