"""Does the work that every clock does before it reads its settings. Clocks in tests are forked from a process that has
imported this module."""

import gc

from kiosk.clock.web.app import public_routes, staff_routes, waiting_routes

for routes in (waiting_routes, public_routes, staff_routes):
    routes()
gc.freeze()
