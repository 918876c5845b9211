"""Pages about people: seats, arrivals, penalties, dead hands, sign-in."""
