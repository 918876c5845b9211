"""Rules about seats: free seats, draws, balancing, breaking tables and pins."""
