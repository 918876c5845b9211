"""The actions that the rules ask for now, each with its reason and clause."""
