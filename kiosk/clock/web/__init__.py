"""The web server: pages, and a session for each client."""
