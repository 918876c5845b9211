"""The texts of the page before a table whose record is not whole."""

import msgspec


class RecoveryWords(msgspec.Struct, frozen=True):
    """English."""

    title: str = "Table {table}: stop. Its record is not whole."
    missing: str = "{missing} of {promised} entries are missing from this disk."
    in_copy: str = "All of them are in its second copy: nothing is lost."
    in_neither: str = "{gone} of them are in neither copy. Call the floor."
    asking: str = "Asking the clock what it holds ..."
    clock_holds: str = "The clock holds {held} entries."
    clock_more: str = "The clock holds {held} entries, more than are here: ask the director first."
    clock_silent: str = "The clock does not answer. Ask the director what it holds."
    no_clock: str = "No clock is set."
    kept: str = "The files as they were found: {folder}"
    bring_back: str = "BRING BACK ALL {promised}"
    go_on: str = "GO ON WITHOUT THEM, FROM ENTRY {records}"
    sure: str = "THE FLOOR SAYS SO: GO ON WITHOUT {gone} ENTRIES"
    leave: str = "LEAVE IT AS IT IS"
