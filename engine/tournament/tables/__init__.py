"""What tables say: the facts of their records, what is typed, stacks on the way."""
