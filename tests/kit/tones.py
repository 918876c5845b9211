"""The sounds of a screen in tests, recorded instead of played."""

from ui.dealer.model.profile import Sound


class ToneRecorder:
    """Tones that are counted instead of played."""

    def __init__(self) -> None:
        self.heard: list[Sound] = []

    @property
    def turned_down(self) -> int:
        """How many touches were refused."""
        return self.heard.count("refused")

    @property
    def taken(self) -> int:
        """How many touches were accepted with a sound."""
        return self.heard.count("accepted")

    def play(self, sound: Sound) -> None:
        """Record a sound."""
        self.heard.append(sound)


class VoiceRecorder:
    """A voice that remembers its texts, each with its language, instead of saying them."""

    can_speak = True

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, text: str, language: str) -> None:
        """Remember a text."""
        self.said.append((text, language))
