"""What pushes take: to browsers and to iPhones, and how soon the installed app shows the screen that it has kept."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from browser_device import BrowserDevice
from certificates import CertificateAuthority
from measuring import BUNDLES, figure, host, log_file, processor_time
from notifier import Notifier
from phones import Phones
from proxies import Nginx, free_port
from push_service import PushService
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import Collected, eventually

#: The path of the smallest page that the server has: it says that there is nothing here.
SMALLEST = "/nothing"


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


class AcceptingAPNs(Nginx):
    """An APNs that accepts whatever it is sent, at next to no cost: an nginx that notes when each notification came.

    The one of the tests, in Python, holds to Apple's rules, and answers more slowly than the cloud can send.
    """

    def __init__(self, folder: Path):
        authority = CertificateAuthority(folder)
        super().__init__(folder, "localhost", authority.issue("localhost"), upstream=0)
        self.authority = authority.file.read_text()
        self.key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        ).decode()

    def server(self) -> str:
        end = free_port()
        return f"""
            log_format time "$msec $status";
            upstream end {{ server 127.0.0.1:{end}; keepalive 1000; keepalive_requests 1000000; }}
            server {{
                listen 127.0.0.1:{self.port} ssl http2;
                server_name localhost;
                ssl_certificate {self._certificate.certificate};
                ssl_certificate_key {self._certificate.key};
                http2_max_concurrent_streams 1000;
                keepalive_requests 1000000;
                access_log {self._folder}/times.log time;
                location / {{
                    proxy_pass http://end;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                }}
            }}
            # It takes the body first, as APNs does.
            server {{
                listen 127.0.0.1:{end};
                keepalive_requests 1000000;
                return 200;
            }}
        """

    @property
    def times(self) -> list[float]:
        """When each notification came, in seconds; the clock is exact to a millisecond."""
        lines = [line.split() for line in (self._folder / "times.log").read_text().splitlines()]
        assert {status for _, status in lines} <= {"200"}
        return [float(time) for time, _ in lines]


def apns(count: int = 10_000) -> Iterator[dict]:
    """A cloud and so many phones, which one push is for; the APNs is on this machine, over HTTP/2 and TLS."""
    with (
        TodayCloud(log_file("cloud")) as cloud, tempfile.TemporaryDirectory() as name,
        AcceptingAPNs(Path(name)) as server,
    ):
        cloud.start("--request-rate", "0", "--log-level", "error")
        phones = Phones(cloud, server, Collected(), Path(name))
        phones.set_account(host=f"localhost:{server.port}")
        for number in range(count):
            phones.register(f"200#{number}")
        worked = processor_time([cloud.process.pid])
        begin = time.time()
        phones.send(alert="In 10 minutes")
        eventually(lambda: len(server.times) >= count, "all notifications", timeout=120, interval=0.2)
        worked = processor_time([cloud.process.pid]) - worked
        assert len(server.times) == count
        yield figure("push accepted to the first iPhone", "ms", [(server.times[0] - begin) * 1000])
        yield figure(f"notifications to {count:,} iPhones", "/s", [rate(server.times)])
        yield figure("processor time of a notification to an iPhone", "ms", [worked / count])


def first_paint(rounds: int = 40) -> Iterator[dict]:
    """From the start of loading until a browser without windows paints: the screen, beside the smallest page of the server.

    Cold means a browser that has never been there, warm one that has just shown the page. The installed app's screen is
    painted from the cache, while the host does not run. Nine sample apps are on the screen.
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
            url = today.ready["url"]
            session = page.context.storage_state()
            cold, warm = {}, {}
            for path in ("/", SMALLEST):
                cold[path] = [cold_paint(browser, session, url + path) for _ in range(rounds)]
                warm[path] = [painted(page, url + path) for _ in range(rounds)][10:]
            for name, times in (("cold", cold), ("warm", warm)):
                yield figure(f"first paint of the screen, {name}", "ms", times["/"])
                yield figure(f"first paint of the smallest page, {name}", "ms", times[SMALLEST])
                ratio = statistics.median(times["/"]) / statistics.median(times[SMALLEST])
                yield figure(f"first paint of the screen by that of the smallest page, {name}", "x", [ratio])
            today.kill()
            times = [painted(page, url + "/?app") for _ in range(rounds)]
            yield figure("first paint of the screen from the cache", "ms", times[10:])


def cold_paint(browser: Browser, session: StorageState, url: str) -> float:
    """Loads a page in a browser that has a session, and nothing in its cache; returns as `painted` does."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, storage_state=session, service_workers="block"
    )
    try:
        return painted(context.new_page(), url)
    finally:
        context.close()


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
