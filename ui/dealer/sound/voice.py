"""Reads the dealer's next step aloud with eSpeak NG, a speech program that works offline and is packaged for every
system. Without it, the table cannot speak."""

import shutil

from PySide6.QtCore import QObject, QProcess

PROGRAM = "espeak-ng"
END_MS = 1_000


class SpeechProgram(QObject):
    """The machine's speech program, if it is installed. Its faults are not reported."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program = shutil.which(PROGRAM)

    @property
    def can_speak(self) -> bool:
        return self._program is not None

    def say(self, text: str, language: str) -> None:
        if self._program is None:
            return
        for last in self.findChildren(QProcess):
            last.kill()
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(process.deleteLater)
        process.start(self._program, ["-v", language, "--stdin"])
        process.write(text.encode())
        process.closeWriteChannel()

    def stop(self) -> None:
        """Stop speaking, before the program ends."""
        for process in self.findChildren(QProcess):
            process.kill()
            process.waitForFinished(END_MS)
