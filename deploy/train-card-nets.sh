#!/bin/sh
# Draws what the nets learn from and trains both, from nothing: train-card-nets.sh WORK PACKAGE [PYTHON]
#
# WORK is any folder with 10 GB of room; PACKAGE is the unpacked npm package @heruka_urgyen/react-playing-cards; PYTHON
# has torch, numpy, OpenCV, Pillow, onnx, onnxruntime and msgspec. Some 12 hours on two cores. All dice are seeded;
# stopped, it goes on where it was. Run it in the project's root; docs/lab/card-reading.md says what is to be installed.
# The nets are written into hardware/recognise. Smaller, to see that it works: DECKS=4 SHARDS=2 STEPS=10.
set -eu

work=$1 package=$2 python=${3:-python3}
decks=${DECKS:-150} shards=${SHARDS:-120} steps=${STEPS:-6000}
# shellcheck disable=SC2086 # the words of a step
step() { "$python" -m "hardware.recognise.training.$1" "$work" $2; }

step draw "--cards $package --decks $decks --shards $shards"
step corners "--cards $package --shards $shards"
step learn_find "--steps $((2 * steps)) --threads 2"
step learn_tell "--steps $steps --threads 2"
step export ""
step mine "--shards 20" # with the finder just exported: what it takes for an index and is none
step learn_tell "--steps $((3 * steps)) --threads 2"
step export ""
