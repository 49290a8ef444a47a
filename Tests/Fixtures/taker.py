"""An app that takes what is shared, and what tests say to it."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Callable
from pathlib import Path

from gate import Gate
from today_host import TodayHost


class Taker:
    """A host with an app that takes text, two links and one image, or more."""

    GROUP = "group.test.taker"
    APP = "test.taker"
    RULE = {"Text": True, "WebURLWithMaxCount": 2}

    def __init__(self, host: TodayHost, fixture_app: Callable[..., Path], images: int = 1):
        self.host = host
        rule = self.RULE | {"ImageWithMaxCount": images}
        host.install(fixture_app("taker", app="share_app", groups=[self.GROUP], share=rule))

    def gate(self, name: str) -> Gate:
        """Holds the app at a place of its own."""
        return Gate(self.host.group_folder(self.GROUP), name)

    def once(self, name: str) -> None:
        """Asks the app to do something once."""
        (self.host.group_folder(self.GROUP) / name).touch()

    @staticmethod
    def body(content: dict, app: str = APP, id: str | None = None) -> dict:
        """The request that shares something."""
        return {"id": id or str(uuid.uuid4()), "app": app, "content": {"urls": [], "images": [], **content}}

    def share(self, content: dict, app: str = APP, id: str | None = None, language: str = "en-US") -> dict:
        """Shares something as the command line does; returns the outcome."""
        return self.host.request("POST", "/api/shares", self.body(content, app, id), language)

    @property
    def stored(self) -> dict:
        """What the app keeps: how much was shared, and what was last."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}")

    @property
    def asked(self) -> list[str]:
        """The ids of the shares that the app was given, in order."""
        file = self.host.group_folder(self.GROUP) / "shares.txt"
        return file.read_text().split() if file.exists() else []

    @property
    def images(self) -> list[bytes]:
        """The images that were shared last."""
        lines = (self.host.group_folder(self.GROUP) / "images.txt").read_text().splitlines()
        return [base64.b64decode(image) for image in json.loads(lines[-1])]
