"""The rules of a tournament: one file for each kind of decision."""
