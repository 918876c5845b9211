"""The clock's certificates, and the TLS that it serves with them."""
