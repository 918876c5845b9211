"""The compiled texts: a checkout makes them at its first use, and an installed program has them."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy.sbom import SHIPPED

ROOT = Path(__file__).parents[1]
LICENSES = {text for _, _, text in SHIPPED}
PARTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "engine", "hardware", "kiosk", "ui")
BUILD = """
import sys
from setuptools import build_meta
print(getattr(build_meta, f"build_{sys.argv[1]}")(sys.argv[2]))
"""
SPEAK = """
import sys
sys.path.insert(0, sys.argv[1])
from ui.words import languages
print(languages.__file__, *(languages.words_in(each).menu.title for each in languages.LANGUAGES))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing is compiled."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    for path in (folder / "ui/words/compiled").rglob("*"):
        if path.is_file() and path.name != "__init__.py":
            path.unlink()
    return folder


@pytest.mark.slow
def test_processes_that_start_together_in_a_new_checkout_all_find_its_texts(checkout):
    """
    Each compiles them or waits for the one that does.
    """
    command = [sys.executable, "-B", "-c", SPEAK, str(checkout)]
    started = [subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=120)[0].split() for process in started]

    assert said == [[str(checkout / "ui/words/languages.py"), "Mehr", "More", "Más"]] * 3
    assert sorted(path.name for path in (checkout / "ui/words/compiled").iterdir()) == [
        "__init__.py", "de.json", "en.json", "es.json", "face.py", "kiosk-de", "kiosk-es", "lock", "stamp", "texts.pot",
    ]  # fmt: skip


def build(kind: str, source: Path, into: Path) -> Path:
    """A wheel or a source archive, by the build backend that pyproject.toml names, in its own process."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, kind, str(into)],
        cwd=source, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return into / done.stdout.split()[-1]


def installed(wheel: Path, into: Path) -> set[str]:
    """The files of the wheel, unpacked in a read-only folder."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(into)
    files = [path for path in into.rglob("*") if path.is_file()]
    for path in [into, *into.rglob("*")]:
        path.chmod(0o555)
    return {path.relative_to(into).as_posix() for path in files}


@pytest.mark.slow
@pytest.mark.long(10)
def test_a_wheel_has_the_compiled_texts_and_needs_no_sources_and_no_writable_folder(checkout, tmp_path):
    """
    Built from a source archive of the checkout.
    """
    archive = build("sdist", checkout, tmp_path)
    shutil.unpack_archive(archive, tmp_path / "source")

    wheel = build("wheel", next((tmp_path / "source").iterdir()), tmp_path)
    files = installed(wheel, tmp_path / "installed")

    texts = {file for file in files if file.startswith("ui/words/") and not file.endswith(".py")}
    ours = {f"{language}.json" for language in ("de", "en", "es")}
    argparse = {f"kiosk-{language}/LC_MESSAGES/argparse.mo" for language in ("de", "es")}
    assert texts == {f"ui/words/compiled/{file}" for file in ours | argparse}
    assert "ui/words/compiled/face.py" in files
    licenses = {file.split("/licenses/")[1] for file in files if ".dist-info/licenses/" in file}
    assert licenses == {"LICENSE", "ui/glass/novnc/AUTHORS", "ui/glass/novnc/LICENSE.MPL-2.0", *LICENSES}
    assert {file for file in files if "text_compiler" in file} == set()
    for language in ("de", "en", "es"):
        there = (tmp_path / "installed/ui/words/compiled" / f"{language}.json").read_bytes()
        assert there == (ROOT / "ui/words/compiled" / f"{language}.json").read_bytes()
    said = subprocess.run(
        [sys.executable, "-B", "-c", SPEAK, str(tmp_path / "installed")],
        cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120,
    ).stdout.split()  # fmt: skip
    assert said == [str(tmp_path / "installed/ui/words/languages.py"), "Mehr", "More", "Más"]
    now = {path for path in (tmp_path / "installed").rglob("*") if path.is_file()}
    assert {path.relative_to(tmp_path / "installed").as_posix() for path in now} == files
