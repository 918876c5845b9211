"""The pages: everything that is not the felt."""
