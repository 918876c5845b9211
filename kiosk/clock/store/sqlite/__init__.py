"""The clock's database in one SQLite file beside the clock, with second copies in other files. Needs no server."""
