"""Players' announcements: their words, the amounts in them, and which of the words are binding."""
