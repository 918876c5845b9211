"""Reports about the tables for the people who run the room."""
