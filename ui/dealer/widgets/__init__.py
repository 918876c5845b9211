"""The dealer's screen as widgets: each draws one value of `model.values` when it changes, and emits taps."""
