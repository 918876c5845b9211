"""The table's touch screen. The view is a pure function; the widgets only draw it."""
