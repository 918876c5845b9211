"""The readers, over real pseudo-terminals and real sockets, with a writer on the other side."""
