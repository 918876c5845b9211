#!/bin/sh
# Draws what the nets learn from and trains both, from nothing: train-card-nets.sh WORK PACKAGE [PYTHON]
#
# WORK is any folder with 10 GB of room; PACKAGE is the unpacked npm package @heruka_urgyen/react-playing-cards; PYTHON
# has torch, numpy, OpenCV, Pillow and onnx. Some 12 hours on two cores. All dice are seeded; stopped, it goes on where
# it was. Run it in the project's root; docs/card-reading.md says what is to be installed.
set -eu

work=$1 package=$2 python=${3:-python3}
# shellcheck disable=SC2086 # the words of a step
step() { "$python" -m "hardware.recognise.training.$1" "$work" $2; }

step draw "--cards $package --decks 150 --shards 120"
step corners "--cards $package --shards 120"
step learn_find "--steps 12000 --threads 2"
step learn_tell "--steps 6000 --threads 2"
step export ""
step mine "--shards 20" # with the finder just exported: what it takes for an index and is none
step learn_tell "--steps 18000 --threads 2"
step export ""
