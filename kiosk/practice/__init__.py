"""`kiosk dealer --practice`: pretend hands to learn by, and what to do better."""
