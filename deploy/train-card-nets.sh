#!/bin/sh
# Draws the training pictures and trains all three nets from scratch: train-card-nets.sh WORK PACKAGE [PYTHON]
#
# WORK is any folder with 10 GB of free space. PACKAGE is the unpacked npm package @heruka_urgyen/react-playing-cards.
# PYTHON has torch, numpy, OpenCV, Pillow, onnx, onnxruntime and msgspec. It takes about 16 hours on two cores. All
# randomness is seeded, and a run that was stopped continues where it was. Run it in the project's root;
# docs/lab/card-reading.md says what to install. The nets are written into hardware/recognition. For a quick trial, set
# DECKS=4 SHARDS=2 STEPS=10.
#
# With FROM=shipped, only the classifier is trained, beginning with the weights in hardware/recognition. This takes about a
# quarter of an hour on one free core. THREADS sets the number of threads that train (2).
set -eu

work=$1 package=$2 python=${3:-python3} threads=${THREADS:-2}
# shellcheck disable=SC2086 # the arguments of a step
step() { "$python" -m "tests.lab.training.$1" "$work" $2; }

if [ "${FROM:-nothing}" = shipped ]; then
	decks=${DECKS:-44} shards=${SHARDS:-5} steps=${STEPS:-900}
	step draw "--cards $package --decks $decks --shards $shards"
	step varied.singles "--shards $shards"
	step corners "--cards $package --shards 1 --plain" # of common decks
	step start ""
	step mine "--shards 3"
	step learn_tell "--steps $steps --size 96 --rate 9e-4 --keep 0.8 --threads $threads"
	step mix "--part ${PART:-0.45} --club 0.2"
	step export "--only tell --name mixed"
	exit
fi

decks=${DECKS:-150} shards=${SHARDS:-120} steps=${STEPS:-6000}
step draw "--cards $package --decks $decks --shards $shards"
step corners "--cards $package --shards $shards"
step varied.singles "--shards $shards"
step learn_find "--steps $((2 * steps)) --threads $threads"
step learn_tell "--steps $steps --threads $threads"
step export ""
step mine "--shards 20" # finds what the new finder mistakes for an index
step learn_tell "--steps $((3 * steps)) --threads $threads"
step export ""
"$python" -m tests.lab.training.learn_pips
