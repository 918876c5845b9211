"""`kiosk dealer`: the program of one table, with its readers, its journal and its link to the clock."""
