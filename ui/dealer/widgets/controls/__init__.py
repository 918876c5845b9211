"""The widgets that other widgets are made of: touch targets, buttons and labels."""
