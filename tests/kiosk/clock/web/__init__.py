"""Clients of the web server."""
