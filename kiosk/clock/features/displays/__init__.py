"""The room's displays: what each of them shows, and what is sent to all of them."""
