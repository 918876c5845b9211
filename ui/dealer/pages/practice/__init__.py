"""The pages of practice mode."""
