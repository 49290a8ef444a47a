"""What pushes take: to browsers and to iPhones, and how soon the installed app shows the screen that it has kept."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator

from playwright.sync_api import Page, sync_playwright

from apns_server import APNsServer
from browser_device import BrowserDevice
from measuring import BUNDLES, figure, host, log_file, processor_time
from notifier import Notifier
from phones import Phones
from push_service import PushService
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import Collected, eventually


def web_push(
    install: Callable[[TodayHost, Path], Notifier], rounds: int = 42, browsers: int = 16, burst: int = 16
) -> Iterator[dict]:
    """A host with browsers at a push service on this machine, which decrypts each message before it accepts it.

    An app may have 60 notifications delivered at once within ten seconds.
    """
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
        yield figure("notification to accepted by the push service", "ms", times[10:])
        for number in range(2, browsers + 1):
            BrowserDevice(today).subscribe(service, f"/browser/{number}")
        requests = [
            {"identifier": f"b{number}", "content": {"title": f"b{number}"}, "trigger": {"now": True}}
            for number in range(burst)
        ]
        before, worked = len(received), processor_time([today.pid])
        notifier.ask_all([{"method": "notifications/add", "params": {"request": each}} for each in requests])
        count = browsers * burst
        received.wait_for(before + count, "all messages", timeout=120)
        worked = processor_time([today.pid]) - worked
        yield figure(f"pushes to {browsers} browsers", "/s", [rate(received[before:])])
        yield figure("processor time of a push to a browser, with its share of the notification", "ms", [worked / count])


def apns(count: int = 4000) -> Iterator[dict]:
    """A cloud and so many phones, which one push is for; the APNs is on this machine, over HTTP/2 and TLS.

    The server of the tests, in Python, answers more slowly than the cloud could send, so the processor time says more.
    """
    received = Collected()
    with (
        TodayCloud(log_file("cloud")) as cloud, tempfile.TemporaryDirectory() as folder,
        APNsServer(lambda found: received.append(time.perf_counter())) as server,
    ):
        cloud.start("--request-rate", "0", "--log-level", "error")
        phones = Phones(cloud, server, received, Path(folder))
        phones.set_account()
        for number in range(count):
            phones.register(f"200#{number}")
        worked = processor_time([cloud.process.pid])
        begin = time.perf_counter()
        phones.send(alert="In 10 minutes")
        received.wait_for(count, "all notifications", timeout=120)
        worked = processor_time([cloud.process.pid]) - worked
        yield figure("push accepted to the first iPhone", "ms", [(received[0] - begin) * 1000])
        yield figure(f"notifications to {count:,} iPhones", "/s", [rate(received)])
        yield figure("processor time of a notification to an iPhone", "ms", [worked / count])


def first_paint(rounds: int = 40) -> Iterator[dict]:
    """The installed app, from the start of loading until a browser without windows paints the screen that it has kept.

    The host does not run then; nine sample apps are on the screen.
    """
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with host() as today, sync_playwright() as playwright:
        for bundle in sorted(BUNDLES.glob("*.app")):
            today.install(bundle)
        with playwright.chromium.launch(executable_path=executable, args=arguments) as browser:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.goto(today.request("POST", "/api/links")["link"])
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            page.goto(today.ready["url"])
            eventually(lambda: page.evaluate("caches.match('/', { cacheName: 'pages' }).then(Boolean)"), "the kept screen")
            size = page.evaluate("fetch('/worker.js').then((answer) => answer.blob()).then((blob) => blob.size)")
            yield figure("the service worker", "bytes", [size])
            today.kill()
            times = [painted(page, today.ready["url"] + "/?app") for _ in range(rounds)]
            yield figure("first paint of the screen from the cache", "ms", times[10:])


def painted(page: Page, url: str) -> float:
    """Loads a page; returns the milliseconds until its first paint with content."""
    page.goto(url)
    return page.evaluate(
        """() => new Promise((resolve) => {
            new PerformanceObserver((list, observer) => {
                for (const entry of list.getEntriesByName("first-contentful-paint")) {
                    observer.disconnect();
                    resolve(entry.startTime);
                }
            }).observe({ type: "paint", buffered: true });
        })"""
    )


def rate(times: list[float]) -> float:
    """How many a second there were."""
    ordered = sorted(times)
    return (len(ordered) - 1) / (ordered[-1] - ordered[0])
