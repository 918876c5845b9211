"""What may be decided, and what it then does: a file for each kind of decision."""
