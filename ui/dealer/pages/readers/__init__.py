"""Pages about card readers, cameras and decks."""
