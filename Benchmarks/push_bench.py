"""What a push to a browser takes: from the notification until the push service has the message, and how many a second."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Callable

from browser_device import BrowserDevice
from measuring import figure, host
from notifier import Notifier
from push_service import PushService
from today_host import TodayHost
from waiting import Collected


def web_push(
    install: Callable[[TodayHost, Path], Notifier], rounds: int = 60, browsers: int = 4, burst: int = 100
) -> list[dict]:
    """A host with browsers at a push service on this machine, which decrypts each message before it accepts it."""
    received = Collected()
    with (
        host("--allow-loopback-push") as today, tempfile.TemporaryDirectory() as folder,
        PushService(lambda found: received.append(time.perf_counter())) as service,
    ):
        notifier = install(today, Path(folder))
        BrowserDevice(today).subscribe(service)
        times = []
        for round in range(rounds):
            begin = time.perf_counter()
            notifier.add(f"n{round}")
            received.wait_for(round + 1, "the message")
            times.append((received[round] - begin) * 1000)
        for number in range(2, browsers + 1):
            BrowserDevice(today).subscribe(service, f"/browser/{number}")
        requests = [
            {"identifier": f"b{number}", "content": {"title": f"b{number}"}, "trigger": {"now": True}}
            for number in range(burst)
        ]
        before = len(received)
        notifier.ask_all([{"method": "notifications/add", "params": {"request": each}} for each in requests])
        received.wait_for(before + browsers * burst, "all messages", timeout=120)
        sends = sorted(received[before:])
        return [
            figure("notification to accepted by the push service", "ms", times[10:]),
            figure(f"pushes to {browsers} browsers", "/s", [(len(sends) - 1) / (sends[-1] - sends[0])]),
        ]
