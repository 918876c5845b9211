"""Every text that a person reads. Sentences are whole, and names in braces are filled in.

The English is in `en`, its translations in `locale`, and what the programs read of both in `compiled`;
docs/translating.md says how to add or change a text.
"""

from ui.words.main import Words

__all__ = ["Words"]
