"""What happens on the nodes of a cloud while its machines fail: pushes, devices that listen, topics, and records."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Callable, Sequence

from cloudkit_client import CloudKit, WebLogin
from cloudkit_http import CloudKitError
from cloudkit_requests import force_update
from node_servers import Node
from today_cloud import Device

#: How many seconds a request of the load may take.
PATIENCE = 12
#: What a request raises whose answer is lost, or is none of success.
FAILURES = (OSError, http.client.HTTPException, ValueError, AssertionError, RuntimeError, CloudKitError)


class Load:
    """Threads that each do one thing again and again, on random nodes, until they are stopped."""

    def __init__(self, nodes: Sequence[Node], seed: int):
        self.nodes, self._seed = list(nodes), seed
        self.is_over = threading.Event()
        self._threads: list[threading.Thread] = []
        self.crashes: list[str] = []
        #: What failed, and how often.
        self.failures: Counter[str] = Counter()

    def chance(self, name: str) -> random.Random:
        """The choices of one thread."""
        return random.Random(f"{self._seed} {name}")

    def repeat(self, name: str, pause: float, action: Callable[[], None]) -> None:
        """Begins to do something again and again, with pauses of about so many seconds."""
        chance = self.chance(f"{name} pauses")

        def run() -> None:
            while not self.is_over.wait(chance.uniform(0, 2 * pause)):
                try:
                    action()
                except FAILURES as failure:
                    # The machine is away; it is done on another one next time.
                    self.failures[re.sub(r"\d+", "N", f"{name}: {type(failure).__name__} {str(failure)[:100]}")] += 1
                except Exception as failure:
                    self.crashes.append(f"{name}: {failure!r}")
                    raise

        self._threads.append(threading.Thread(target=run, name=name, daemon=True))
        self._threads[-1].start()

    def stop(self) -> None:
        """Ends all threads."""
        self.is_over.set()
        for thread in self._threads:
            thread.join()


def ask(node: Node, method: str, path: str, body: object = None, headers: dict | None = None) -> object:
    """Asks a node; raises if the answer is none of success, or does not come."""
    connection = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=PATIENCE)
    try:
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body)
        connection.request(method, path, data, headers or {})
        response = connection.getresponse()
        text = response.read()
        if not 200 <= response.status < 300:
            raise RuntimeError(f"{path}: {response.status} {text[:200]!r}")
        return json.loads(text) if text else None
    finally:
        connection.close()


@dataclass
class SentPush:
    """A request of a sender, which is made once; its answer may be lost."""

    titles: list[str]
    #: The person that it is for; `None` for all.
    person: str | None
    has_message: bool
    is_scheduled: bool
    is_acknowledged: bool = False


class Sender:
    """Sends pushes through Airship's API, one request after the other."""

    def __init__(self, name: str, load: Load, headers: dict, people: Sequence[str]):
        self.name = name
        self._load, self._headers, self._people = load, headers, people
        self._chance = load.chance(name)
        self.sent: list[SentPush] = []
        #: When the acknowledged requests were made, and when their answers came.
        self.times: list[tuple[float, float]] = []
        self._number = 0

    def send(self) -> None:
        """Sends one push, or several in a request, or schedules one."""
        chance = self._chance
        person = chance.choice([None, *chance.sample(self._people, 2)])
        has_message, is_scheduled = chance.random() < 0.15, chance.random() < 0.1
        count = 3 if chance.random() < 0.15 and not is_scheduled else 1
        titles = [f"{self.name}-{self._number + place}" for place in range(count)]
        self._number += count
        sent = SentPush(titles, person, has_message, is_scheduled)
        self.sent.append(sent)
        pushes = [self._push(title, sent) for title in titles]
        path, body = "/api/push", pushes if count > 1 else pushes[0]
        if is_scheduled:
            moment = datetime.now(timezone.utc) + timedelta(seconds=chance.randint(2, 20))
            path = "/api/schedules"
            body = {"schedule": {"scheduled_time": moment.strftime("%Y-%m-%dT%H:%M:%S")}, "push": body}
        begin = time.monotonic()
        headers = {**self._headers, "Content-Type": "application/json"}
        ask(chance.choice(self._load.nodes), "POST", path, body, headers)
        sent.is_acknowledged = True
        self.times.append((begin, time.monotonic()))

    @staticmethod
    def _push(title: str, sent: SentPush) -> dict:
        push: dict = {
            "audience": "all" if sent.person is None else {"named_user": sent.person}, "device_types": "all",
            "notification": {"alert": "Dinner", "ios": {"title": title}},
        }
        if sent.has_message:
            push["message"] = {"title": title, "body": "<p>Soup</p>"}
        return push


class Host:
    """A device that stores what its stream brings, acknowledges it, and goes from node to node."""

    #: Two and a half times the time in which a node says something at least.
    SILENCE = 30

    def __init__(self, name: str, person: str, device: Device, load: Load):
        self.name, self.person, self.device = name, person, device
        self._load, self._chance = load, load.chance(name)
        #: What it has stored, by number, in the order in which it came.
        self.events: dict[int, tuple[str, dict]] = {}
        #: What was wrong with what a stream brought, and how often an event came again.
        self.mistakes: list[str] = []
        self.repeats = self.streams = 0
        self._acknowledged = 0

    @property
    def last(self) -> int:
        """The number of the last event that it has stored."""
        return next(reversed(self.events), 0)

    def acknowledge(self) -> None:
        """Acknowledges what it has stored."""
        last = self.last
        if last > self._acknowledged:
            # It may be acknowledged also if the answer is lost.
            self._acknowledged = last
            node = self._chance.choice(self._load.nodes)
            ask(node, "POST", "/api/today/acknowledge", {"sequence": last}, self.device.headers)

    def listen(self) -> None:
        """Listens on some node until the stream ends, or for some time."""
        node, leaves = self._chance.choice(self._load.nodes), time.monotonic() + self._chance.uniform(5, 60)
        # Sometimes it has forgotten what it did not acknowledge, and gets it again.
        after = self._chance.randint(self._acknowledged, self.last) if self._chance.random() < 0.3 else self.last
        connection = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=PATIENCE)
        try:
            connection.request("GET", f"/api/today/events?after={after}", headers=self.device.headers)
            stream = connection.sock
            response = connection.getresponse()
            if response.status != 200:
                raise RuntimeError(f"{response.status}")
            stream.settimeout(self.SILENCE)
            self.streams += 1
            number, kind, previous = 0, "", after
            while time.monotonic() < leaves and (line := response.readline()).endswith(b"\n"):
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "id":
                    number = int(value)
                elif field == "event":
                    kind = value
                elif field == "data" and kind == "hello":
                    known = json.loads(value)["sequence"]
                    if known < self.last:
                        self.mistakes.append(f"{node.member} said that the last number is {known} after {self.last}")
                elif field == "data":
                    if number <= previous:
                        self.mistakes.append(f"{node.member} sent the number {number} after {previous} in one stream")
                    previous = number
                    self._store(number, kind, json.loads(value))
        finally:
            connection.close()

    def _store(self, number: int, kind: str, body: dict) -> None:
        known = self.events.get(number)
        if known is not None:
            self.repeats += 1
            if known != (kind, body):
                self.mistakes.append(f"the number {number} was {known} and then {(kind, body)}")
        elif number < self.last:
            self.mistakes.append(f"the number {number} came after {self.last}")
        else:
            self.events[number] = kind, body


class Topic:
    """A topic with publishers and subscribers, as ntfy's are."""

    def __init__(self, name: str, load: Load):
        self.name, self._load, self._chance = name, load, load.chance(name)
        #: The texts that were published, with the id of the message for those that were acknowledged.
        self.published: dict[str, str | None] = {}

    def publish(self) -> None:
        """Publishes a message."""
        text = f"{self.name}-{len(self.published)}"
        self.published[text] = None
        answer = ask(self._chance.choice(self._load.nodes), "POST", f"/{self.name}", text.encode())
        self.published[text] = answer["id"]

    def history(self, node: Node) -> list[tuple[str, str]]:
        """The ids and texts of all messages that are kept."""
        connection = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=60)
        try:
            connection.request("GET", f"/{self.name}/json?poll=1&since=all")
            lines = connection.getresponse().read().splitlines()
        finally:
            connection.close()
        return [(each["id"], each["message"]) for each in map(json.loads, lines) if each["event"] == "message"]


class Subscriber:
    """Listens to a topic, from the last message on that it has, on one node after the other."""

    def __init__(self, name: str, topic: Topic, load: Load):
        self.name, self.topic, self._load, self._chance = name, topic, load, load.chance(name)
        self.received: list[tuple[str, str]] = []

    def listen(self) -> None:
        """Listens until the stream ends, or for some time."""
        node = self._chance.choice(self._load.nodes)
        since = self.received[-1][0] if self.received else "all"
        connection = http.client.HTTPConnection(node.url.removeprefix("http://"), timeout=PATIENCE)
        leaves = time.monotonic() + self._chance.uniform(5, 60)
        try:
            connection.request("GET", f"/{self.topic.name}/json?since={since}")
            response = connection.getresponse()
            if response.status != 200:
                raise RuntimeError(f"{response.status}")
            while time.monotonic() < leaves and (line := response.readline()).endswith(b"\n"):
                event = json.loads(line)
                if event["event"] == "message":
                    self.received.append((event["id"], event["message"]))
        finally:
            connection.close()


class Notes:
    """The records of a person: writers, each with records of its own, and readers with sync tokens."""

    ZONE, TYPE = "notes", "Note"

    def __init__(self, container: str, api_token: str, web_token: Callable[[], str], load: Load):
        self._container, self._api_token, self._web_token, self._load = container, api_token, web_token, load
        #: The values that were written to each record, in order, and which of them were acknowledged.
        self.written: dict[str, list[int]] = defaultdict(list)
        self.acknowledged: dict[str, int] = {}
        self._logins: dict[str, WebLogin] = {}

    def client(self, name: str, node: Node) -> CloudKit:
        """Somebody's client, which talks to a node."""
        if name not in self._logins:
            self._logins[name] = WebLogin(self._api_token, self._web_token())
        return CloudKit(node.url, self._container, self._logins[name], timeout=PATIENCE)

    def writer(self, name: str) -> Callable[[], None]:
        """What a writer does again and again."""
        chance = self._load.chance(name)

        def write() -> None:
            client = self.client(name, chance.choice(self._load.nodes))
            changes = {}
            for _ in range(chance.choice([1, 1, 1, 4])):
                record = f"{name}-{chance.randint(0, 400)}"
                changes[record] = len(self.written[record]) + 1
            for record, value in changes.items():
                self.written[record].append(value)
            operations = [force_update(self.TYPE, record, {"count": value}) for record, value in changes.items()]
            for saved in client.records_modify(operations, zone=self.ZONE, atomic=True)["records"]:
                if "serverErrorCode" not in saved:
                    self.acknowledged[saved["recordName"]] = changes[saved["recordName"]]

        return write


class NotesReader:
    """Reads the changes since the last sync token that it has."""

    def __init__(self, name: str, notes: Notes, load: Load):
        self.name, self._notes, self._load, self._chance = name, notes, load, load.chance(name)
        self._token: str | None = None
        self.content: dict[str, int] = {}

    def read(self) -> bool:
        """Reads one page of changes; returns whether there are more."""
        client = self._notes.client(self.name, self._chance.choice(self._load.nodes))
        page = client.records_changes(Notes.ZONE, self._token)
        for record in page["records"]:
            if record.get("deleted"):
                self.content.pop(record["recordName"], None)
            else:
                self.content[record["recordName"]] = record["fields"]["count"]["value"]
        self._token = page["syncToken"]
        return page["moreComing"]
