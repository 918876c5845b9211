"""A tournament as known from its records: its decisions, its tables, and the accounts of both."""
