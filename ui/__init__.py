"""What is seen and touched. Draws views of the engine's values and says what was tapped."""
