"""The clock's certificates and its TLS server."""
