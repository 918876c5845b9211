"""Facts about the tables: from their records, typed by the director, and chips in transit."""
