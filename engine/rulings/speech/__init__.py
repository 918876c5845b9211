"""What players say: the words of an announcement, its numbers, and which of its words are binding."""
