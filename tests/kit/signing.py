"""Staff who sign in at a clock, from the clock's own machine or from a phone elsewhere in the house."""

from typing import Any

import httpx

from tests.kit.clock import DEADLINE_S, KEY, ClockClient

PHONE = "10.0.0.7"
"""The address of a phone, as a proxy on the clock's machine would pass it on."""


class Asker:
    """A client that sends requests to the clock over HTTP, with the director's key unless it has signed in."""

    def __init__(self, clock: ClockClient, token: str = KEY, address: str = "", device: str = "") -> None:
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers |= {"X-Forwarded-For": address} if address else {}
        self.headers |= {"Kiosk-Device": device} if device else {}
        self._site = clock.site
        self._verify = clock.verify

    def get(self, path: str) -> httpx.Response:
        """Read a page."""
        return httpx.get(f"{self._site}/api/{path}", headers=self.headers, timeout=DEADLINE_S, verify=self._verify)

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Post, and return the answer."""
        path = f"{self._site}/api/{path}"
        return httpx.post(path, headers=self.headers, json=body, timeout=DEADLINE_S, verify=self._verify)

    def hire(self, name: str, role: str, pin: str = "4711") -> None:
        """Add or change a member of staff."""
        self.post("staff/put", name=name, role=role, pin=pin).raise_for_status()


def signed_in(clock: ClockClient, name: str, pin: str = "4711", address: str = "", device: str = "") -> Asker:
    """The client, after it has keyed their PIN."""
    said = Asker(clock, "", address, device).post("session", name=name, pin=pin)
    said.raise_for_status()
    return Asker(clock, said.json()["token"], address, device)


def paired(clock: ClockClient, by: Asker, most: str = "floor", name: str = "Ann's phone") -> str:
    """The secret of a new phone, once it is approved."""
    said = Asker(clock, "", PHONE).post("devices/ask").json()
    by.post("devices/approve", code=said["code"].lower(), name=name, most=most).raise_for_status()
    return str(said["secret"])
