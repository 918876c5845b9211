"""The sounds of a screen in tests: heard by the test alone."""

from ui.dealer.model.profile import Sound


class ToneRecorder:
    """Tones, counted instead of played."""

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
        """One more."""
        self.heard.append(sound)
