"""The broadcast: what viewers see of a table, with the delay that the room has set, and never an untabled hand."""
