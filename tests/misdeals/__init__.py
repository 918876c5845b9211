"""What goes wrong in dealing, what the floor changes, and penalties."""
