"""What is asked on a command line and answered there."""
