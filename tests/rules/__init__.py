"""The rules, clause by clause: every worked example and vector in the books."""
