"""What chips and words come to, by each book."""
