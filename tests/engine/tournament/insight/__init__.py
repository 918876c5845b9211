"""The forecasts and figures about a room in play."""
