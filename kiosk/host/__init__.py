"""Table programs without a screen of their own: each draws on a virtual screen that a browser shows, the glass."""
