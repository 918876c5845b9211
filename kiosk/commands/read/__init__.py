"""`kiosk read`: reads the cards in images and videos, or live from a camera."""
