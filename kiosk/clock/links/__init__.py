"""The connected kiosks: their requests, and tablets that ask to be paired with a table."""
