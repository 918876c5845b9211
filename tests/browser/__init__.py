"""The clock's pages in a real browser."""
