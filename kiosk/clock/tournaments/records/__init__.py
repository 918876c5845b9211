"""What is known of a tournament from records: its decisions, its tables, and the accounts of both."""
