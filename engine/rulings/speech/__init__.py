"""The words of players' announcements, their numbers, and which of the words are binding."""
