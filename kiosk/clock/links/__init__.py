"""The connected kiosks: their requests, and tablets that ask to become a table."""
