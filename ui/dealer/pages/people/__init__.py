"""Pages about people: seats, arrivals, penalties, dead hands, who signs in."""
