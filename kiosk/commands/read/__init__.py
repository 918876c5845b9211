"""`kiosk read`: the cards seen in pictures and videos, or live by a camera."""
