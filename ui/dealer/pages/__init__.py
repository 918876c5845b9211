"""The pages of the dealer's screen that cover the felt. All functions are pure."""
