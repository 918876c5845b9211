"""What a room looks like while it plays: pace, forecasts, who leads and who is due. Derived, never stored."""
