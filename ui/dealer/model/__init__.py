"""What the screen is told and what a touch can mean, as values. Pure."""
