"""The rules: laws that hold on random play, rankings, levels, rule books."""
