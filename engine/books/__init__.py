"""Rule books: every named choice with its clause, read from TOML, and the rule card that shows them."""
