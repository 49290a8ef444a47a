"""The mailer on two hosts of one person, and the cloud that they have joined, as real processes."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import urbanairship as ua

from fixture_apps import make_app
from mailer import APP, Mailer, airship
from today_cloud import TodayCloud
from today_host import TodayHost


class TwoMailers:
    """Two hosts of one person, and the cloud that they have joined."""

    def __init__(self, cloud: TodayCloud, hosts: list[Mailer]):
        self.cloud = cloud
        self.laptop, self.desk = hosts
        keys = json.loads(cloud.today("keys", "--add", APP, "--json"))
        keys = keys["apps"] if isinstance(keys, dict) else keys
        mine = next(each for each in keys if each["app"] == APP)
        self.sender = airship(cloud.ready["url"], mine["app_key"], mine["master_secret"])

    def join(self, mailer: Mailer, person: str = "ada") -> None:
        mailer.link(self.cloud.ready["url"], self.cloud.today("user", "add", person).strip())
        mailer.wait_until("connected")

    def alert(self, text: str, **ios: object) -> str:
        """Sends the person a notification without a message; returns the push's id."""
        push = ua.Push(self.sender)
        push.audience, push.device_types = ua.named_user("ada"), ua.device_types("all")
        push.notification = ua.notification(alert=text, ios=ua.ios(title=text, **ios))
        return push.send().push_ids[0]


@contextmanager
def two_mailers(log_file: Path, folder: Path) -> Iterator[TwoMailers]:
    """Starts a cloud and two hosts that have joined it; ends them after the block."""
    logs = [log_file.with_suffix(f".{name}.log") for name in ("cloud", "laptop", "desk")]
    with TodayCloud(logs[0]) as cloud, TodayHost(logs[1]) as laptop, TodayHost(logs[2]) as desk:
        cloud.start()
        hosts = []
        for host, name in ((laptop, "laptop"), (desk, "desk")):
            host.arguments = ["--no-cloud"]
            host.start()
            assert "cloud" not in host.ready
            hosts.append(Mailer(host, make_app, folder / name).install())
        two = TwoMailers(cloud, hosts)
        for mailer in hosts:
            assert mailer.state == "notLinked"
            two.join(mailer)
        yield two
