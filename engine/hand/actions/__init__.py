"""The actions in a deal, each with its rule."""
