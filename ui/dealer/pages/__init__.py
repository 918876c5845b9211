"""The pages that cover the felt."""
