"""The parts of the screen. Each draws one value of `ui.dealer.shown`, repaints only when it changes, and says taps."""
