"""The broadcast: what a table tells viewers, late by as much as the room has set, and nothing of an untabled hand."""
