"""Programs that take pictures of the screens."""
