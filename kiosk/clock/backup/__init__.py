"""Commands that back up the clock to a folder, and that rebuild a clock from a backup."""
