"""Figures about a running room: pace, forecasts, leaders, and the next big blinds. They are never stored."""
