"""Pages about people: seats, arrivals, penalties, dead hands and sign-in."""
