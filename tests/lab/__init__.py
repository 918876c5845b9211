"""Code that tests the product and trains its nets. It does not ship with the product."""
