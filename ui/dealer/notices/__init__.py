"""The pages that are shown before the table or in its place."""
