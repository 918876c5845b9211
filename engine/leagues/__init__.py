"""Leagues: points from a formula that is parsed and never executed, and standings over several tournaments."""
