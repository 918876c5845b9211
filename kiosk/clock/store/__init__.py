"""The clock's database: streams of records in one SQLite file, written by one thread."""
