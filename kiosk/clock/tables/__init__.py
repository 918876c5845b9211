"""The tables as the clock knows them: copies of their journals, audited, and their links."""
