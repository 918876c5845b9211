"""What survives a power cut: the journal, its second copy, and one state in step with both. No poker."""
