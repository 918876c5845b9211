"""The work that a clock's process does before it reads its settings. The clocks of tests are forked from a process that
has imported this."""

import gc

from kiosk.clock.web.app import public_routes, staff_routes, waiting_routes

for routes in (waiting_routes, public_routes, staff_routes):
    routes()
gc.freeze()
