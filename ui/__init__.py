"""The screens. They draw views of the engine's values and report taps."""
