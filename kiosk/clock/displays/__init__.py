"""The room's displays: what each shows, and what all of them are sent."""
