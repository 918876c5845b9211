"""`kiosk deck`: registers a deck's codes, learns its faces, checks it, and prints stickers."""
