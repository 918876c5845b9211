"""What the clock makes of its tables' records for the people who run the room."""
