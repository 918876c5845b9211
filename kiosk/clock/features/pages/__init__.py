"""The open pages, and which tournament and table each shows."""
