"""The tables as the clock knows them: audited copies of their journals, and their links."""
