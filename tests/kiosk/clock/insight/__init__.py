"""What the clock makes of its tables for the people who run the room."""
