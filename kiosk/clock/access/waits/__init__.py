"""The waits after wrong keys and wrong PINs, and those of clients that were turned away."""
