"""`kiosk deck`: enrolls a deck's codes, learns its faces, checks it, and prints stickers."""
