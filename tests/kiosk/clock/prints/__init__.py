"""What is printed, read back."""
