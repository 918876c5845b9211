"""A tournament as pages, displays and programs see it."""
