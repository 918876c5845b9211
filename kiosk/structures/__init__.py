"""Blind structures from elsewhere and for elsewhere: their files in other forms, and structures made to measure."""
