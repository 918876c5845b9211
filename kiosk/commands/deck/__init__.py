"""`kiosk deck`: registers a deck's codes, learns its faces, checks it, and prints stickers."""

from hardware.camera.quiet import limit_pictures

limit_pictures()  # before any module of this package imports OpenCV
