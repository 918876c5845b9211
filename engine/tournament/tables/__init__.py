"""Facts about the tables: those in their records, those typed by the director, and chips in transit."""
