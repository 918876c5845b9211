"""Rules of a tournament that several orders, proposals and pages share."""
