"""`kiosk read`: reads the cards in images and videos, or live from a camera."""

from hardware.camera.quiet import limit_pictures

limit_pictures()  # before any module of this package imports OpenCV
