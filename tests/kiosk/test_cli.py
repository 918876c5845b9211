"""The command line itself: its version, its help, what the shell completes, and Ctrl-C."""

import os
import subprocess
import sys
import tomllib
from contextlib import nullcontext

import pytest

from kiosk import cli
from kiosk.cli import COMMANDS, main, parser_of, program_of
from kiosk.protocol.link.versions import own_version
from ui.words.languages import LANGUAGES, words_in


def test_the_command_prints_its_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kiosk {own_version()}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_its_exit_codes_and_examples_that_it_accepts(name):
    words = words_in("en")
    parser = parser_of(name, program_of(name), words)

    said = parser.format_help()

    for example in COMMANDS[name].examples:
        assert example in said
        parser.parse_args(example.split()[2:])
    assert words.commands.exits in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_exit_codes_and_options_are_in_the_overview(language, capsys, monkeypatch):
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    monkeypatch.setenv("LANGUAGE", language)

    main(["--help"])

    said = capsys.readouterr().out
    assert words_in(language).commands.exits in said
    assert "kiosk --version" in said


def test_the_shell_completes_commands_and_their_options(capsys, tmp_path):
    assert main(["--completion", "bash"]) == 0
    script = tmp_path / "kiosk.bash"
    script.write_text(capsys.readouterr().out)
    asked = "source {}; COMP_WORDS=({}); COMP_CWORD={}; _shtab_kiosk; echo ${{COMPREPLY[@]}}"

    def completed(*words):
        line = asked.format(script, " ".join(words), len(words) - 1)
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, timeout=120)
        return done.stdout.split()

    assert completed("kiosk", "de") == ["dealer", "demo", "deck"]
    assert completed("kiosk", "demo", "--ro") == ["--robot"]
    assert completed("kiosk", "dealer", "--pr") == ["--practice"]
    assert completed("kiosk", "deck", "pr") == ["print"]
    assert completed("kiosk", "rules", "--language", "") == list(LANGUAGES)
    assert completed("kiosk", "replay", "tests/") == []
    shown = subprocess.run(
        ["bash", "-c", f"source {script}; complete -p kiosk"], capture_output=True, text=True, check=True
    )
    assert "-o default" in shown.stdout, "the shell completes file names"


@pytest.mark.parametrize("pressed", [KeyboardInterrupt, EOFError])
def test_ctrl_c_at_a_question_is_one_line(pressed, capsys, monkeypatch):
    """
    Before, Ctrl-C at the PIN prompt of `kiosk staff` printed a traceback.
    """

    class Asks:
        @staticmethod
        def add_arguments(parser, words):
            """Nothing."""

        @staticmethod
        def run(args, out, err):
            raise pressed

    monkeypatch.setattr(cli, "program_of", lambda name: Asks)

    assert main(["staff", "--language", "en"]) == cli.STOPPED
    assert capsys.readouterr().err.strip() == "kiosk staff: stopped by the user"


HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["p2 f"]
hand = "Šárka 🂡"
"""
ENCODINGS = ("ascii", "latin-1", "cp1252", "utf-8")


def ran(*words: str, encoding: str = "utf-8", out: str = "") -> subprocess.CompletedProcess[bytes]:
    """The real program with standard output in another encoding, or written to a file."""
    line = [sys.executable, "-m", "kiosk.cli", *words]
    with open(out, "wb") if out else nullcontext(subprocess.PIPE) as target:
        return subprocess.run(
            line, stdout=target, stderr=subprocess.PIPE, timeout=60, check=False,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_letters_that_an_output_cannot_encode_cause_no_traceback(tmp_path, encoding):
    (tmp_path / "h.phh").write_text(HAND)

    done = ran("replay", str(tmp_path / "h.phh"), encoding=encoding)

    assert done.returncode == 0, done.stderr
    said = done.stdout.decode(encoding)
    assert ("Šárka 🂡" in said) == (encoding == "utf-8")
    assert tomllib.loads(f'name = "{said.splitlines()[0].partition(": ")[0]}"')["name"].endswith("Šárka 🂡")


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("words", ["--help", "--version", "rules tda", "replay {}"])
def test_a_full_output_is_reported_in_one_line(tmp_path, words):
    (tmp_path / "h.phh").write_text(HAND)

    done = ran(*words.format(tmp_path / "h.phh").split(), out="/dev/full")

    said = done.stderr.decode()
    assert done.returncode == 2
    assert said.count("\n") == 1
    assert "the output cannot be written: No space left on device" in said


@pytest.mark.slow
def test_a_journal_in_a_missing_folder_is_reported_in_one_line():
    done = ran("restore", "/nowhere/x")

    assert done.returncode == 2
    assert done.stderr.decode().startswith("kiosk restore: /nowhere/x: No such file or directory")
    assert done.stderr.count(b"\n") == 1
