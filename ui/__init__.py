"""The screens. They display the engine's values and report taps."""
