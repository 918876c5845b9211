"""The page that rules on words and chips."""
