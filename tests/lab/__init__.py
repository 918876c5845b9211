"""What proves the product and makes its nets, and does not ship with it."""
