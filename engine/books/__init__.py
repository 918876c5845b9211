"""Rule books, read from TOML: every choice with its clause, and the rule card that shows the choices."""
