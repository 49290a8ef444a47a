"""A cloud whose app has an account of APNs, and the phones that registered there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import urbanairship as ua

from airship_sdk import signed
from apns_server import KEY_ID, TEAM_ID, APNsServer, device_token
from mailer import airship
from today_cloud import TodayCloud
from waiting import Collected

APP = "org.today.Messages"
TOPIC = "org.example.News"


@dataclass
class Phones:
    """A cloud whose app has an account of APNs, and the phones that registered."""

    cloud: TodayCloud
    server: APNsServer
    arrived: Collected
    folder: Path
    channels: dict[str, str] = field(default_factory=dict)

    @property
    def airship(self) -> ua.BasicAuthClient:
        """A sender."""
        ready = self.cloud.ready
        return airship(ready["url"], ready["app_key"], ready["master_secret"])

    def set_account(self, **changed: str) -> None:
        """Sets the account, as the operator does."""
        key, authority = self.folder / "key.p8", self.folder / "authority.pem"
        key.write_text(self.server.key)
        authority.write_text(self.server.authority)
        values = {
            "key": str(key), "key-id": KEY_ID, "team-id": TEAM_ID, "topic": TOPIC, "ca": str(authority),
            "host": f"127.0.0.1:{self.server.port}",
        }
        options = [part for name, value in (values | changed).items() for part in (f"--{name}", value)]
        self.cloud.today("apns", "set", APP, *options)

    def register(self, answer: str, **properties) -> str:
        """Registers a phone for which APNs gives an answer, as the SDK does; returns its channel."""
        payload = {
            "device_type": "ios", "opt_in": True, "background": True, "push_address": device_token(answer), **properties,
        }
        status, _, text = self.cloud.request("POST", "/api/channels", {"channel": payload}, signed(self.cloud))
        assert status == 201, text
        self.channels[answer] = json.loads(text)["channel_id"]
        return self.channels[answer]

    def register_again(self, answer: str, **properties) -> None:
        """Registers a phone's channel again."""
        channel = self.channels[answer]
        status, _, text = self.cloud.request("GET", "/api/auth/device", headers=signed(self.cloud, channel))
        assert status == 200, text
        bearer = {"Authorization": f"Bearer {json.loads(text)['token']}", "X-UA-Channel-ID": channel}
        status, _, text = self.cloud.request("PUT", f"/api/channels/{channel}", {"channel": properties}, bearer)
        assert status == 200, text

    def send(self, audience=ua.all_, message: str | None = None, **notification) -> str:
        """Sends a push; returns its id."""
        push = ua.Push(self.airship)
        push.audience, push.device_types = audience, ua.device_types("ios")
        push.notification = ua.notification(**notification)
        if message:
            push.message = ua.message(title=message, body=f"<p>{message}</p>")
        return push.send().push_ids[0]

    def wait(self, count: int) -> list[dict]:
        """Waits until APNs was sent so many notifications; returns them."""
        self.arrived.wait_for(count, "notifications")
        return list(self.arrived)

    def channel(self, answer: str) -> dict:
        """What a sender is told of a phone's channel."""
        return self.cloud.channel(self.channels[answer])

    def account(self) -> dict:
        """What the operator is told of the account."""
        return json.loads(self.cloud.today("apns", "--json"))[0]

    def report(self, push: str) -> dict:
        """What the sender is told of a push."""
        return self.airship.request("GET", None, f"{self.cloud.ready['url']}/api/reports/perpush/detail/{push}").json()
