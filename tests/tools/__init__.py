"""Scripts for developers: they check the sources and generate what is derived from them."""
