"""The copies of the tables' journals, kept and audited."""
