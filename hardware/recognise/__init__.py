"""A picture in, the cards that lie in it out. Knows pixels and cards; no camera, no table, no files but its weights."""
