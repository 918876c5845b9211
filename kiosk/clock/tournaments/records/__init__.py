"""A tournament as reconstructed from its records: its decisions, its tables, and the accounts of both."""
