"""The widgets of the dealer's screen. Each draws one value of `model.values`, repaints only when it changes, and
emits taps."""
