"""The messages between a table and the clock, by topic. `kiosk.protocol.messages` lists them all."""
