"""Recorded hands through the engine: real ones, random ones, and those that other engines get wrong."""
