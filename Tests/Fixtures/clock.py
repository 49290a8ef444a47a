"""The host's clock, in the hands of a test."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path


class HostClock:
    """A clock that stands still until the test moves it; a host follows it with `--clock-file`."""

    def __init__(self, file: Path, now: str = "2026-11-21T08:00:00Z", zone: str = "Europe/Berlin"):
        self.file = file
        self.set(now, zone)

    def set(self, now: str | datetime, zone: str | None = None) -> None:
        """Sets the time, and the person's time zone if one is given."""
        self.now = datetime.fromisoformat(now) if isinstance(now, str) else now
        self.zone = zone or self.zone
        text = self.now.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        temporary = self.file.with_suffix(".new")
        temporary.write_text(json.dumps({"now": text, "zone": self.zone}))
        os.rename(temporary, self.file)

    def advance(self, **units: float) -> None:
        """Moves the time, as in `advance(minutes=5)`."""
        self.set(self.now + timedelta(**units))

    def in_(self, **units: float) -> str:
        """A time from now, as a request's trigger or a command wants it."""
        return (self.now + timedelta(**units)).astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
