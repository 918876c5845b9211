"""The language of the command line."""

import pytest

from kiosk.arguments import spoken


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANGUAGE": "nn:es:de", "LANG": "de_DE.UTF-8"}, "es"),
        ({"LANGUAGE": "", "LANG": "es@euro"}, "es"),
        ({"LANG": "nn_NO.UTF-8"}, "en"),
    ],
)
def test_the_command_line_speaks_the_first_available_preferred_language(environment, language):
    """
    This follows the rules of gettext.
    """
    assert spoken(environment) == language
