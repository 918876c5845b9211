"""The command line itself: its version, its help, what the shell completes, and Ctrl-C."""

import subprocess

import pytest

from kiosk import cli
from kiosk.cli import COMMANDS, main, parser_of, program_of
from kiosk.examples import EXAMPLES
from ui.words.languages import LANGUAGES, words_in


def test_it_says_its_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("kiosk 0.")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_examples_that_it_takes_and_its_exit_codes(name):
    words = words_in("en")
    parser = parser_of(name, program_of(name), words)

    said = parser.format_help()

    for example in EXAMPLES[name]:
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
    asked = "source {}; COMP_WORDS=({}); COMP_CWORD={}; _kiosk; echo ${{COMPREPLY[@]}}"

    def completed(*words):
        line = asked.format(script, " ".join(words), len(words) - 1)
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, timeout=120)
        return done.stdout.split()

    assert completed("kiosk", "de") == ["dealer", "demo", "deck"]
    assert completed("kiosk", "demo", "--ro") == ["--robot"]
    assert completed("kiosk", "deck", "pr") == ["print"]


@pytest.mark.parametrize("pressed", [KeyboardInterrupt, EOFError])
def test_ctrl_c_at_a_question_is_one_line(pressed, capsys, monkeypatch):
    """
    At the PIN that `kiosk staff` asks for it was a traceback.
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
    assert capsys.readouterr().err.strip() == "kiosk staff: stopped by hand"
