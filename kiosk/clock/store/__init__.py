"""The clock's database: streams of records, written by one thread. `port` is what the clock asks of any database."""
