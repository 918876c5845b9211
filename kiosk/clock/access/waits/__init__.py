"""How long clients have to wait after wrong keys and wrong PINs, and which clients were turned away."""
