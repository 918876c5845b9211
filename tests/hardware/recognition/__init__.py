"""Reading plain faces: the peaks, the strict rule, the nets as they ship, and real photographs if they are there."""
