"""Plays seeds with faults of every kind."""

import sys

from tests.lab.faults.command import main

sys.exit(main())
