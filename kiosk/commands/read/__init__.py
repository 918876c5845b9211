"""`kiosk read`: reads the cards in pictures and videos, or live from a camera."""
