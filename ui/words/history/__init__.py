"""Descriptions of played hands in plain words, in every language."""
