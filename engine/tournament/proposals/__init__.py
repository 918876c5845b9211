"""The actions that the rules call for now, each with its reason and clause."""
