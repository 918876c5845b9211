"""A network of its own for a program, behind a link that delays and loses packets, and that can be cut.

The packets pass through this process, so it works on a kernel without `netem` too. It needs Linux and root.
"""

import fcntl
import heapq
import os
import select
import shlex
import shutil
import signal
import struct
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Self

TUN = Path("/dev/net/tun")
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_LARGEST_PACKET = 2048
_LOOK_S = 0.5


def why_no_link() -> str:
    """The reason why this machine cannot make such a link; empty if it can."""
    if os.geteuid() != 0:
        return "needs root, to make a network namespace"
    if not TUN.exists() or shutil.which("ip") is None:
        return "needs /dev/net/tun and iproute2"
    return ""


class FarLink:
    """While it is open, a program started by `launcher` reaches this machine at `here`, and nothing else."""

    def __init__(self, delay_s: float, loss: float, seed: int = 1) -> None:
        """`delay_s` is the delay in each direction, and `loss` is the share of packets that are lost."""
        self._delay_s = delay_s
        self._loss = loss
        self._dice = Random(seed)
        self._name = f"kiosk{os.getpid() % 100_000}"
        number = os.getpid() % 250
        self.here = f"10.93.{number}.1"
        self._there = f"10.93.{number}.2"
        self.is_cut = False
        """Whether all packets are lost."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="far link")

    def __enter__(self) -> Self:
        near, far = f"{self._name}a", f"{self._name}b"
        _ip("netns", "add", self._name)
        self._ends = _tun(near), _tun(far)
        _ip("link", "set", far, "netns", self._name)
        _ip("addr", "add", self.here, "peer", self._there, "dev", near)
        _ip("link", "set", near, "up")
        inside = ("netns", "exec", self._name, "ip")
        _ip(*inside, "addr", "add", self._there, "peer", self.here, "dev", far)
        for device in ("lo", far):
            _ip(*inside, "link", "set", device, "up")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        for end in self._ends:
            os.close(end)
        _ip("netns", "del", self._name)

    def launcher(self, folder: Path, program: str) -> Path:
        """A program that starts `program` behind the link."""
        script = folder / "behind-the-link"
        script.write_text(f'#!/bin/sh\nexec ip netns exec {self._name} {shlex.quote(program)} "$@"\n')
        script.chmod(0o700)
        return script

    def send(self, how: signal.Signals) -> None:
        """Send a signal to every process behind the link."""
        found = subprocess.run(["ip", "netns", "pids", self._name], capture_output=True, text=True, check=True)
        for process in map(int, found.stdout.split()):
            with suppress(ProcessLookupError):
                os.kill(process, how)

    def _carry(self) -> None:
        """Pass packets on in both directions until the end."""
        near, far = self._ends
        other = {near: far, far: near}
        due: list[tuple[float, int, int, bytes]] = []
        number = 0
        while not self._ended.is_set():
            wait_s = max(0.0, min(_LOOK_S, due[0][0] - time.monotonic())) if due else _LOOK_S
            for end in select.select(self._ends, (), (), wait_s)[0]:
                packet = os.read(end, _LARGEST_PACKET)
                if self.is_cut or self._dice.random() < self._loss:
                    continue
                number += 1
                heapq.heappush(due, (time.monotonic() + self._delay_s, number, other[end], packet))
            while due and due[0][0] <= time.monotonic():
                _, _, end, packet = heapq.heappop(due)
                if not self.is_cut:
                    os.write(end, packet)


def _tun(name: str) -> int:
    end = os.open(TUN, os.O_RDWR)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22x", name.encode(), _IFF_TUN | _IFF_NO_PI))
    return end


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
