"""The mailer fixture: an app with an inbox, what a host has in it, and how the host stands with its cloud."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Callable, Iterable

import urbanairship as ua
from urbanairship.urls import Urls

from today_host import TODAY, TodayHost
from waiting import TimedOut, eventually

APP = "test.mailer"
GROUP = "group.test.mailer"


def airship(url: str, key: str, secret: str) -> ua.BasicAuthClient:
    """PyPI's client, pointed at a cloud."""
    client = ua.BasicAuthClient(key, secret)
    client.urls = Urls(base_url=url + "/api/")
    return client


def send(client: ua.BasicAuthClient, person: str, title: str, body: str | None = None, **more) -> str:
    """Sends a message with an alert to a person; returns the push's id."""
    push = ua.Push(client)
    push.audience = ua.named_user(person)
    push.device_types = ua.device_types("all")
    push.notification = ua.notification(alert=title, **more)
    push.message = ua.message(title=title, body=body or f"<p>About {title}</p>", content_type="text/html")
    return push.send().push_ids[0]


def places(ids: Iterable[str]) -> list[dict]:
    """Messages in the app's inbox, as the host's API names them."""
    return [{"app": APP, "id": each} for each in ids]


class Mailer:
    """A host with the mailer installed and allowed to notify."""

    SCENE = "mailer://"
    PROGRAM = "mailer_app"

    def __init__(self, host: TodayHost, make_app: Callable[..., Path], folder: Path):
        self.host = host
        self.bundle = make_app(folder, "mailer", app="mailer_app", groups=[GROUP], push=True)

    def install(self) -> "Mailer":
        self.host.install(self.bundle)
        self.host.open(self.SCENE)
        self.host.allow_notifications(APP)
        return self

    # The inbox

    def messages(self, **query) -> list[dict]:
        """The messages of the list, the newest first."""
        return self.page(**query)["messages"]

    def page(self, **query) -> dict:
        text = "&".join(f"{name}={value}" for name, value in {"app": APP, **query}.items())
        return self.host.request("GET", f"/api/messages?{text}")

    def titles(self) -> list[str]:
        return [each["message"]["title"] for each in self.messages()]

    def wait_for(self, *titles: str) -> list[dict]:
        """Waits until the list has these titles, the newest first, all with their bodies."""
        def complete():
            messages = self.messages()
            is_complete = all(each["message"]["hasBody"] for each in messages)
            return is_complete and [each["message"]["title"] for each in messages] == list(titles)

        try:
            eventually(complete, f"the messages {titles}")
        except TimedOut as error:
            error.add_note(f"There were {self.messages()}, and the link was {self.status}.")
            raise
        return self.messages()

    def id(self, title: str) -> str:
        return next(each["message"]["id"] for each in self.messages() if each["message"]["title"] == title)

    def body(self, title: str) -> dict:
        return self.host.request("GET", f"/api/messages/{APP}/{self.id(title)}/body")

    def read(self, *titles: str, is_read: bool = True) -> None:
        order = {"messages": places(map(self.id, titles)), "isRead": is_read}
        self.host.request("POST", "/api/messages/read", order)

    def delete(self, *titles: str) -> None:
        order = {"messages": places(map(self.id, titles))}
        self.host.request("POST", "/api/messages/delete", order)

    @property
    def unread(self) -> list[str]:
        return [each["message"]["title"] for each in self.messages() if not each["message"]["isRead"]]

    @property
    def badge(self) -> int:
        badges = self.host.request("GET", "/api/notifications/summary")["badges"]
        return badges.get(APP, 0)

    # Pushes

    @property
    def pushes(self) -> list[str]:
        """The ids of the pushes that the app acknowledged, in order."""
        return self.host.request("GET", f"/api/defaults/{GROUP}").get("pushes", [])

    def wait_for_pushes(self, count: int) -> list[str]:
        """Waits until the app has acknowledged so many pushes; returns their ids."""
        return self.host.wait_for_defaults(
            self.SCENE, lambda: len(self.pushes) >= count and self.pushes, f"{count} pushes"
        )

    def note_pushes(self) -> None:
        """Has the app note each attempt of a push from now on."""
        self._noted.touch()

    @property
    def noted_pushes(self) -> list[str]:
        """What the app noted: the push's id and the title of the newest message, for each attempt."""
        return self._noted.read_text().splitlines()

    @property
    def _noted(self) -> Path:
        return self.host.group_folder(GROUP) / "pushes.txt"

    # The cloud

    @property
    def status(self) -> dict:
        return self.host.request("GET", "/api/cloud")

    @property
    def state(self) -> str:
        return next(iter(self.status["state"]))

    def wait_until(self, state: str) -> dict:
        """Waits for a state of the link; returns the status."""
        eventually(lambda: self.state == state, f"the link to be {state}, not {self.status}", timeout=90)
        return self.status

    def link(self, url: str, token: str, *arguments: str, status: int = 0) -> subprocess.CompletedProcess:
        """Joins a cloud on the command line."""
        result = subprocess.run(
            [TODAY, "link", url, "--token-stdin", "--state", self.host.state, *arguments],
            input=token + "\n", capture_output=True, text=True, timeout=60, env=self.host.environment,
        )
        assert result.returncode == status, result.stdout + result.stderr
        return result
