"""Who has to wait, and why: wrong keys, wrong PINs, and clients that were turned away."""
