"""The public table as labels and buttons. All functions are pure and do not use Qt."""
