"""The clock's web server, with its pages and a session for each client."""
