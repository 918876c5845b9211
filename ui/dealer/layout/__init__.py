"""Where everything lies, in millimetres. Pure."""
