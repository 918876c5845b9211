"""The inputs to one table: touches, cards, the clock's messages and the passage of time. Each part turns them into
actions or into updates to the screen. `kiosk.table.host` puts the parts together."""
