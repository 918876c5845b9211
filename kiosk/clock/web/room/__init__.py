"""The HTTP operations for the room: people, devices, displays, dealers, leagues, the plan and recovery."""
