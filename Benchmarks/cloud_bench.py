"""The measurements of the cloud: pushes on their way to the screen, many devices, a large inbox."""

from __future__ import annotations

import base64
import http.client
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import urlsplit

from measuring import BUILD, BUNDLES, figure, host, log_file, processor_time
from stream_load import SPARE_FILES, StreamLoad, prepare_files, request
import nchan
import notifier as notifier_fixture
import today_host
from today_cloud import TodayCloud
from today_host import TodayHost, eventually

MESSAGES = BUNDLES / "Messages.app"
APP = "org.today.Messages"
#: What every stream is told. The mark "~", by which the load counts events, stands in it once.
ALERT = "Dinner ~ is ready in 10 minutes"
#: What the cloud makes of a push with it.
NCHAN_EVENT = json.dumps({
    "alert": {"body": ALERT}, "app": APP, "push_id": "0f7e7b9c-52a5-4c6b-8a5d-2f4a6f0b1c3d",
    "sent": "2026-11-21T08:00:00.000Z",
}, separators=(",", ":"))
NO_NCHAN = (
    "Without nginx and nchan there is nothing to compare with: apt-get install nginx-light libnginx-mod-nchan (Debian "
    "starts nginx on port 80 then; systemctl disable --now nginx)."
)


def push_to_screen(bundle: Path = MESSAGES, rounds: int = 200) -> Iterator[dict]:
    """From the answer to a push until an open screen shows it; the cloud is the one inside the host."""
    if not bundle.exists():
        sys.exit(f"{bundle} is missing; script/bundle-apps makes it.")
    body = f"<p>{'Dinner is ready at seven. ' * 20}</p>"
    with host() as today:
        widget = today.install(bundle)["widgets"][0]["id"]
        today.open("today-messages://")
        today.today("settings", APP, "--allow")
        sender = Sender(today.ready["cloud"])
        eventually(sender.channels, "the host's channel in the cloud")
        with Surface(today) as surface:
            yield figure(
                "accepted push to notification on the screen", "ms",
                send_and_watch(sender, rounds, "alone", None, lambda title: surface.wait_for_title(title)),
            )
            yield figure(
                "accepted push with a message to notification on the screen", "ms",
                send_and_watch(sender, rounds, "in the list", body, lambda title: surface.wait_for_title(title)),
            )
        with Screen(today) as screen:
            yield figure(
                "accepted push with a message to widget on the screen", "ms",
                send_and_watch(sender, rounds, "in the widget", body, lambda title: screen.wait_for_title(widget, title)),
            )


class Surface(notifier_fixture.NotificationWatch):
    """An open screen that notes when notifications came."""

    def receive(self, name: str, data: dict) -> None:
        now = time.perf_counter()
        super().receive(name, data)
        if name == "notification":
            self.arrived = (now, f"{data['notification'].get('title')} {data['notification'].get('body')}")

    def wait_for_title(self, title: str) -> float:
        """Waits for a notification; returns when it came."""
        return self.wait(lambda surface: surface.arrived[0] if title in surface.arrived[1] else None, title)

    arrived = (0.0, "")


class Screen(today_host.Watch):
    """An open screen that notes when widgets came."""

    def __init__(self, host: TodayHost):
        super().__init__(host, after=None, scene=None, language="en-US")

    def receive(self, name: str, data: dict) -> None:
        self.arrived = time.perf_counter()
        super().receive(name, data)

    def wait_for_title(self, widget: str, title: str) -> float:
        """Waits until a widget shows a text; returns when that came."""
        return self.wait(lambda page: page.arrived if any(title in text for text in page.texts(widget)) else None, title)


def send_and_watch(
    sender: "Sender", rounds: int, name: str, body: str | None, wait: Callable[[str], float]
) -> list[float]:
    """Sends one push after the other; returns after how many milliseconds from its acceptance each was shown."""
    times = []
    for number in range(rounds + 10):
        title = f"Push {name} no. {number}."
        push = {"audience": "all", "device_types": "all", "notification": {"alert": title}}
        if body:
            push["message"] = {"title": title, "body": body, "content_type": "text/html"}
        sender.push(push)
        accepted = time.perf_counter()
        shown = wait(title)
        if number >= 10:
            # It may be there before the answer is read here.
            times.append(max(0.0, shown - accepted) * 1000)
    return times


def devices(counts: tuple[int, ...] = (1_000, 10_000)) -> Iterator[dict]:
    """One push to every device, and many pushes at once, with so many devices connected; beside nginx with nchan."""
    allowed = prepare_files(max(counts))
    if nchan.program() is None:
        print(NO_NCHAN, file=sys.stderr)
    for count in counts:
        if count > allowed:
            continue
        yield from cloud_devices(count)
        if nchan.program() is not None:
            yield from nchan_devices(count)


def cloud_devices(count: int) -> Iterator[dict]:
    """So many hosts on one cloud."""
    log = log_file("cloud")
    with TodayCloud(log) as cloud:
        tokens = cloud.state / "tokens"
        subprocess.run([BUILD / "today-bench", "cloud-devices", cloud.state, str(count), tokens], check=True, timeout=600)
        cloud.start("--request-rate", "0", "--log-level", "error")
        stream = request("GET", "/api/today/events?after=0", {"Authorization": "Bearer $TOKEN"})
        push = json.dumps({"audience": "all", "device_types": "all", "notification": {"alert": ALERT}})
        headers = {"Authorization": login(cloud.ready), "Content-Type": "application/json"}
        load = StreamLoad(
            urlsplit(cloud.ready["url"]).port, count, stream, request("POST", "/api/push", headers, push), tokens
        )
        yield from streams("today cloud", count, load, lambda: [cloud.process.pid])


def nchan_devices(count: int) -> Iterator[dict]:
    """So many subscribers of nchan, which get what the cloud's devices get."""
    with nchan.Nchan(count + SPARE_FILES) as server:
        stream = request("GET", "/subscribe", {"Accept": "text/event-stream"})
        load = StreamLoad(
            server.port, count, stream, request("POST", "/publish", {"Content-Type": "application/json"}, NCHAN_EVENT)
        )
        yield from streams("nginx with nchan", count, load, lambda: server.pids)


def streams(server: str, count: int, load: StreamLoad, pids) -> Iterator[dict]:
    """What a server does with so many streams."""
    rounds, floods, pushes = (60, 5, 200) if count <= 2_000 else (30, 3, 40)
    time.sleep(2)
    before = memory(pids())
    with load:
        time.sleep(3)
        name = f"{server}, {count:,} devices"
        for kind, value in memory(pids()).items():
            yield figure(f"{name}: {kind} memory a device", "kB", [(value - before[kind]) / count])
        worked = processor_time(pids())
        took = load.broadcast(rounds + 5)
        worked = processor_time(pids()) - worked
        yield figure(f"{name}: processor time of a push", "ms", [worked / (rounds + 5)])
        yield figure(f"{name}: push accepted", "ms", took["accepted"][5:])
        yield figure(f"{name}: push to the last device", "ms", took["reached"][5:])
        flooded = [load.flood(pushes, 16) for _ in range(floods)]
        yield figure(f"{name}: pushes accepted, {pushes} at once", "/s", [each["accepted"] for each in flooded])
        yield figure(f"{name}: events delivered, {pushes} pushes at once", "/s", [each["delivered"] for each in flooded])
        yield figure(f"{name}: bytes on the wire for an event", "", [each["bytes"] for each in flooded])


def memory(pids: list[int]) -> dict[str, float]:
    """What processes keep in memory together, in kB: what they share counts once, and one that has ended not at all."""
    total = {"resident": 0.0, "anonymous": 0.0}
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
        except (FileNotFoundError, ProcessLookupError):
            continue
        numbers = {}
        for line in lines:
            name, value, *_ = line.split()
            numbers[name.rstrip(":")] = int(value)
        total["resident"] += numbers["Pss"]
        total["anonymous"] += numbers["Pss_Anon"]
    return total


def inbox(messages: int = 1_000_000, own: int = 10_000, rounds: int = 60) -> Iterator[dict]:
    """The list of an inbox with many messages in a store with many more."""
    with TodayCloud(log_file("cloud")) as cloud:
        output = subprocess.run(
            [BUILD / "today-bench", "cloud-inboxes", cloud.state, str(messages), str(own)],
            check=True, capture_output=True, text=True, timeout=1800,
        ).stdout
        made = json.loads(output)
        cloud.start("--request-rate", "0", "--log-level", "error")
        path = f"/api/user/{made['user']}/messages/"
        headers = {"Authorization": basic(made["user"], made["password"])}
        connection = cloud.connect()
        try:
            whole = [fetch(connection, path, headers, 200) for _ in range(rounds + 5)][5:]
            _, modified, body = whole[-1]
            assert len(json.loads(body)["messages"]) == own
            same = headers | {"If-Modified-Since": modified}
            unchanged = [fetch(connection, path, same, 304) for _ in range(rounds + 5)][5:]
        finally:
            connection.close()
        where = f"{own:,} of {messages:,} messages"
        yield figure(f"list of an inbox, {where}, {len(body) / 1e6:.1f} MB", "ms", [took for took, _, _ in whole])
        yield figure(f"list of an inbox, {where}, unchanged", "ms", [took for took, _, _ in unchanged])
        yield figure(f"store growth a message of {made['payload']:,} bytes", "bytes", [made["bytes"]])


def fetch(connection: http.client.HTTPConnection, path: str, headers: dict, status: int) -> tuple[float, str, bytes]:
    """Asks once; returns for how many milliseconds that took, the version of the list, and the list."""
    begin = time.perf_counter()
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    took = (time.perf_counter() - begin) * 1000
    assert response.status == status, (response.status, body[:2000])
    return took, response.headers["Last-Modified"], body


class Sender:
    """Who sends pushes of an app to a cloud, as Airship's clients do."""

    def __init__(self, ready: dict):
        address = urlsplit(ready["url"])
        self._connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        self._headers = {"Authorization": login(ready), "Content-Type": "application/json"}

    def push(self, push: dict) -> dict:
        """Sends one push; returns the answer."""
        return self._ask("POST", "/api/push", push, 202)

    def channels(self) -> list[dict]:
        """The channels of the app."""
        return self._ask("GET", "/api/channels", None, 200)["channels"]

    def _ask(self, method: str, path: str, body: dict | None, status: int) -> dict:
        while True:
            self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
            response = self._connection.getresponse()
            text = response.read()
            if response.status != 429:
                break
            # As a good client does; what is measured begins with the answer that says yes.
            time.sleep(int(response.headers.get("Retry-After", "1")))
        assert response.status == status, (response.status, text)
        return json.loads(text)


def login(ready: dict) -> str:
    """What a sender proves itself with."""
    return basic(ready["app_key"], ready["master_secret"])


def basic(name: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()
