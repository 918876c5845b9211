"""What becomes of a deal gone wrong: what happened, to what the dealer does and what it does to the hand.

`remedy` is pure: it answers with the steps, the clause and the events; nothing has changed until they are applied.
"""

from engine.misdeals.action import substantial_action
from engine.misdeals.remedy import Remedy
from engine.misdeals.rules import remedy

__all__ = ["Remedy", "remedy", "substantial_action"]
