"""Printed pages, read back from their PDF."""
