"""What happens on a cloud and its hosts while they are killed: people send, and one reads and deletes."""

from __future__ import annotations

import http.client
import json
import random
import threading
from typing import Callable

import requests
import urbanairship as ua
from urbanairship.urls import Urls

from kill_checks import Done, Sent
from kill_inbox import Inbox
from streams import Refused
from waiting import TIMEOUT_SECONDS


class Senders:
    """Sends pushes with PyPI's urbanairship from several threads, as many as it is allowed to."""

    def __init__(self, keys: dict, url: str, person: str, seed: int, count: int = 2):
        self._keys, self._url, self._person = keys, url, person
        self._credit = threading.Semaphore(0)
        self._is_cloud_up = threading.Event()
        self._is_over = threading.Event()
        self._condition = threading.Condition()
        #: Every request that came to an end, the lost ones too.
        self.sent: list[Sent] = []
        self._failure: Exception | None = None
        chances = {number: random.Random(f"{seed} sender {number}") for number in range(count)}
        self._threads = [threading.Thread(target=self._run, args=sender, daemon=True) for sender in chances.items()]
        for thread in self._threads:
            thread.start()

    def allow(self, count: int) -> None:
        """Lets so many more requests be made."""
        self._credit.release(count)

    def note_cloud(self, is_up: bool) -> None:
        """Notes that the cloud serves, or does not; while it does not nobody begins a request."""
        if is_up:
            self._is_cloud_up.set()
        else:
            self._is_cloud_up.clear()

    def wait_for(self, count: int) -> None:
        """Waits until so many requests have come to an end."""
        with self._condition:
            if not self._condition.wait_for(lambda: self._failure or len(self.sent) >= count, TIMEOUT_SECONDS):
                raise AssertionError(f"waited {TIMEOUT_SECONDS} s for {count} requests; there were {len(self.sent)}")
            if self._failure:
                raise self._failure

    def stop(self) -> None:
        """Sends what is still allowed, and ends."""
        self._is_over.set()
        self._credit.release(len(self._threads))
        self._is_cloud_up.set()
        for thread in self._threads:
            thread.join()
        if self._failure:
            raise self._failure

    def send(self, *titles: str, is_waking: bool = False) -> Sent:
        """Sends messages in one request, each with a notification; its answer must come."""
        sent = Sent(list(titles))
        sent.push_ids = self._post(self._client(), sent.titles, "<p>Soup.</p>", is_waking)
        with self._condition:
            self.sent.append(sent)
            self._condition.notify_all()
        return sent

    def _run(self, name: int, chance: random.Random) -> None:
        client = self._client()
        number = 0
        while True:
            self._credit.acquire()
            if self._is_over.is_set():
                return
            self._is_cloud_up.wait()
            number += 1
            count = 3 if chance.random() < 0.15 else 1
            sent = Sent([f"Message {name}-{number}-{place}" for place in range(count)])
            body = "<p>Soup, bread and <b>tea</b>.</p>" * chance.choice([1, 1, 1, 500])
            try:
                sent.push_ids = self._post(client, sent.titles, body, chance.random() < 0.2)
            except (ua.ConnectionFailure, requests.RequestException):
                pass  # The cloud was killed; nobody knows whether before or after it took this in.
            except Exception as failure:
                if getattr(getattr(failure, "response", None), "status_code", None) not in (429, 503):
                    self._failure = failure
            with self._condition:
                self.sent.append(sent)
                self._condition.notify_all()

    def _client(self) -> ua.BasicAuthClient:
        client = ua.BasicAuthClient(self._keys["app_key"], self._keys["master_secret"], timeout=int(TIMEOUT_SECONDS))
        client.urls = Urls(base_url=self._url + "/api/")
        return client

    def _post(self, client: ua.BasicAuthClient, titles: list[str], body: str, is_waking: bool) -> list[str]:
        pushes = []
        for title in titles:
            push = ua.Push(client)
            push.audience = ua.named_user(self._person)
            push.device_types = ua.device_types("all")
            push.notification = ua.notification(alert="Dinner", ios=ua.ios(title=title, content_available=is_waking))
            push.message = ua.message(title=title, body=body)
            pushes.append(push)
        if len(pushes) == 1:
            return pushes[0].send().push_ids
        # The library sends one at a time; the route takes up to a hundred.
        text = json.dumps([push.payload for push in pushes])
        return client.request("POST", text, client.urls.get("push_url"), "application/json").json()["push_ids"]


class Reader:
    """A person who reads and deletes messages, now on this host and now on that one."""

    #: How many messages stay unread: so many notifications a list shows.
    UNREAD = 60

    def __init__(self, hosts: Callable[[], list[Inbox]], seed: int):
        self._hosts = hosts
        self._chance = random.Random(f"{seed} reader")
        self._turns = threading.Semaphore(0)
        self._is_over = threading.Event()
        self.read, self.deleted = Done(), Done()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def allow(self) -> None:
        """Lets the person look once more."""
        self._turns.release()

    def stop(self) -> None:
        """Ends."""
        self._is_over.set()
        self._turns.release()
        self._thread.join()
        if self._failure:
            raise self._failure

    def _run(self) -> None:
        while True:
            self._turns.acquire()
            if self._is_over.is_set():
                return
            try:
                self._look()
            except (OSError, http.client.HTTPException, ValueError):
                pass  # The host was killed.
            except Exception as failure:
                # A host that is killed may have answered that it is stopping.
                if isinstance(failure, Refused) and failure.status in (429, 503):
                    continue
                self._failure = failure
                return

    def _look(self) -> None:
        hosts = self._hosts()
        if not hosts:
            return
        host = self._chance.choice(hosts)
        messages, _ = host.everything()
        unread = [message["id"] for message in messages if not message["isRead"]]
        few = self._chance.sample(unread, min(len(unread), max(2, len(unread) - self.UNREAD)))
        _do(host.mark_read, few, self.read)
        if messages and self._chance.random() < 0.3:
            _do(host.remove, [self._chance.choice(messages)["id"]], self.deleted)


def _do(action: Callable[[list[str]], None], ids: list[str], done: Done) -> None:
    done.possible.update(ids)
    action(ids)
    done.certain.update(ids)
