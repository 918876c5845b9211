"""The events in a deal, each with its change to the hand."""
