"""The public table as labels and buttons. Pure, no Qt."""
