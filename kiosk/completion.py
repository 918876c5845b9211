"""`kiosk --completion bash`: a script that lets the shell complete commands, options and file names."""

import argparse
from collections.abc import Callable, Iterable

SCRIPT = """\
# For bash: eval "$(kiosk --completion bash)" in ~/.bashrc. For zsh: autoload -U +X bashcompinit && bashcompinit first.
_kiosk() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words
    if [ "$COMP_CWORD" = 1 ]; then
        words="{commands} --help --version"
    else
        case ${{COMP_WORDS[1]}} in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _kiosk kiosk
"""


def bash_script(commands: Iterable[str], parser_of: Callable[[str], argparse.ArgumentParser | None]) -> str:
    """The completion script. `parser_of` returns the parser of a command, or None if that is not installed here."""
    options: dict[str, list[str]] = {}
    for name in commands:
        command, _, _ = name.partition(" ")
        parser = parser_of(name)
        options.setdefault(command, []).extend(_words(parser) if parser else ())
    said = {command: " ".join(dict.fromkeys(words)) for command, words in options.items()}
    cases = [f'            {command}) words="{words}" ;;' for command, words in said.items()]
    return SCRIPT.format(commands=" ".join(options), cases="\n".join(cases))


def _words(parser: argparse.ArgumentParser) -> list[str]:
    """The long options and the subcommands of a command."""
    found: list[str] = []
    for action in parser._actions:
        found += [option for option in action.option_strings if option.startswith("--")]
        if isinstance(action, argparse._SubParsersAction):
            found += list(action.choices)
    return found
