"""The clock's disk: streams of records in one SQLite file, written by one thread."""
