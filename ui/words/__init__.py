"""Every text that a person reads. Texts are whole sentences, and names in braces are filled in.

The English is in `en` and its translations in `locale`. `compiled` has what the programs read. docs/translating.md says
how to add or change a text.
"""

from ui.words.main import Words

__all__ = ["Words"]
