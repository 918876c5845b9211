"""`docs/first-evening.md` matches the program: its commands parse, and its bold words are on the screen."""

import re
import shlex
from itertools import chain

import pytest

from kiosk.cli import parser_of, program_of
from tests.kit import guide
from ui.words.languages import words_in

ANY_GLASS = " ".join((guide.ROOT / "docs" / "any-glass.md").read_text("utf-8").split())
README = (guide.ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("command", list(guide.commands()))
def test_each_command_of_the_guide_is_valid(command):
    words = shlex.split(command.removeprefix("sudo ").removeprefix("./dev "))
    match words[0]:
        case "kiosk" | "room":
            name = words[1] if words[0] == "kiosk" else "room"
            more = words[2:] if words[0] == "kiosk" else words[1:]
            parser_of(name, program_of(name), words_in("en")).parse_args(more)
        case "alias":
            assert words == ["alias", "room=sudo kiosk room"]
        case script:
            assert (guide.ROOT / script).is_file(), command


def test_each_bold_word_of_the_guide_is_a_text_of_the_console():
    texts = guide.on_screens()
    unknown = [label for label in guide.labels() if not any(text.match(label.replace("…", "-")) for text in texts)]

    assert unknown == []
    assert not any(text.match("Touch me not") for text in texts)


def test_every_step_of_the_evening_has_a_touch_and_every_page_of_the_console_is_used():
    steps = guide.steps()
    touched = {touch.label for touch in chain.from_iterable(step.touches for step in steps.values())}

    assert [title for title, step in steps.items() if not step.touches] == ["Check the machines"]
    assert {"Now", "Players", "Clock", "Prizes", "Room"} <= touched
    assert re.search(r"\*Tables\*.*\*Log\*", guide.BY_TOUCH, re.DOTALL)


def test_the_steps_are_numbered_and_have_their_minutes():
    numbered = [heading for heading in guide.HEADING.finditer(guide.TEXT) if heading["number"]]

    assert [int(heading["number"]) for heading in numbered] == list(range(1, len(numbered) + 1))
    assert all(heading["minutes"] for heading in numbered)
    minutes = {heading["title"]: int(heading["minutes"]) for heading in numbered}
    kiosks = sum(minutes[one] for one in ("Connect the kiosks", "Check the machines"))
    assert f"the first hand, without kiosks | {round(sum(minutes.values()) - kiosks, -1)} minutes" in guide.TEXT
    with_two = sum(minutes.values()) + minutes["Connect the kiosks"] + minutes["Install the programs"]
    assert f"the first hand, with two kiosks | {5 * round(with_two / 5)} minutes" in guide.TEXT
    of_host, of_tablet = re.findall(r"takes (\d+) minutes, and (\d+) more for each tablet", ANY_GLASS)[0]
    with_tablets = sum(minutes.values()) - minutes["Connect the kiosks"] + int(of_host) + 2 * int(of_tablet)
    assert f"the first hand, with two tablets that you own | {5 * round(with_tablets / 5)} minutes" in guide.TEXT


def test_the_readme_has_the_same_minutes_beside_each_way():
    of_guide = re.findall(r"^\| .* \| the first hand, .* \| (\d+ minutes) \|$", guide.TEXT, re.MULTILINE)
    assert re.findall(r"^\| [\w ]+ \| (\d+ minutes) \|", README, re.MULTILINE) == of_guide
