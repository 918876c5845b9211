"""Rule books, read from TOML: every named choice with its clause; and the rule card that shows them."""
