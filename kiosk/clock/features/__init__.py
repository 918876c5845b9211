"""What a room can use besides its tournaments, one folder each. None of it knows about HTTP."""
