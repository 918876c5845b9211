"""What the clock knows about the tables: audited copies of their journals, and their links."""
