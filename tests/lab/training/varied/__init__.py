"""Training art that changes from index to index: suits, inks, paper, and indices drawn one by one."""
