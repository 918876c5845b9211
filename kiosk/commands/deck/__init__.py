"""`kiosk deck`: enroll a deck's codes, learn its faces, check it, print stickers."""
