"""One sentence made true, each; the folders mirror the tree."""
