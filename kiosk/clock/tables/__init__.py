"""The clock's knowledge of the tables: audited copies of their journals, and their links."""
