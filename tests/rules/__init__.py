"""The rules, clause by clause: every worked number and vector that the books give."""
