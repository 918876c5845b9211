"""`kiosk dealer --practice`: simulated hands for practice, with a review of each."""
