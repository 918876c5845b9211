"""Leagues: points by a formula that is read and never run, and standings over several tournaments."""
