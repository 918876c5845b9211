"""`kiosk setup` in a terminal, for an account without any settings."""

import os
import sys
import tomllib
from pathlib import Path

import pytest

from tests.kit.empty_machines import AN_ACCOUNT
from tests.kit.terminal import Terminal

ROOT = Path(__file__).parents[4]


@pytest.mark.slow
def test_a_newcomer_answers_the_questions_for_a_clock_and_for_a_host_beside_it(tmp_path):
    account = AN_ACCOUNT if os.geteuid() == 0 else []
    command = [*account, sys.executable, "-m", "kiosk.cli", "setup"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    settings = tmp_path / ".config" / "kiosk"

    window = Terminal(command, ROOT, environment)
    for question, answer in (
        (r"Enter a number \[1\]: $", "laptop"), ("enter a number from 1 to 4.*\n.*: $", ""),
        (r"over the network\? \[yes\]: $", ""), (r"Language.*: $", ""),
    ):  # fmt: skip
        window.see(question)
        window.type(answer)
    window.see(f"the settings are now in {settings}/clock.toml\n")
    window.see("start it with: kiosk clock\n")
    window.see("then open https://localhost:8443/director/")
    assert window.wait() == 0

    window = Terminal(command, ROOT, environment)
    for question, answer in (
        (r"Enter a number \[1\]: $", "4"), (r"host's tables, such as 1-4 \[1\]: $", "1-2"),
        (r"clock's address.* \[wss://127.0.0.1:8443\]: $", ""), (r"Language.*: $", ""),
    ):  # fmt: skip
        window.see(question)
        window.type(answer)
    window.see("start it with: kiosk host\n")
    assert window.wait() == 0
    made = tomllib.loads((settings / "host.toml").read_text("utf-8"))
    assert (made["tables"], made["clock"]) == ([1, 2], "wss://127.0.0.1:8443")
