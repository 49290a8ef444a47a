"""A real cloud: pushes to hosts, streams that resume, crashes, secrets and commands of the operator."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path
from urllib.parse import urlsplit

import urbanairship as ua

from airship_sdk import basic, send
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import Collected


def test_push_reaches_a_host_and_its_inbox(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada, bob = cloud.join("ada").listen(), cloud.join("bob").listen()
    ids = send(
        airship, ua.named_user("ada"), message="Dinner", alert="In 10 minutes",
        ios=ua.ios(title="Dinner", badge="+1", content_available=True, extra={"deep": "today://meal"}),
        interactive=ua.interactive("ua_yes_no_foreground", {"yes": ua.actions(add_tag="coming")}),
    )

    push = ada.wait(lambda device: device.pushes(), "the push")[0]
    assert push["push_id"] == ids[0]
    assert push["alert"] == {"title": "Dinner", "body": "In 10 minutes"}
    assert push["badge"] == "+1" and push["content_available"] is True and push["extra"] == {"deep": "today://meal"}
    assert [button["id"] for button in push["buttons"]] == ["yes", "no"]
    path = f"/api/user/{ada.inbox['user_id']}/messages/"
    login = basic(ada.inbox["user_id"], ada.inbox["password"])
    status, headers, text = cloud.request("GET", path, headers=login)
    message = json.loads(text)["messages"][0]
    assert message["message_id"] == push["message_id"] and message["unread"] is True
    assert message["extra"] == {"com.urbanairship.listing.field1": "s"}
    status, _, text = cloud.request("GET", path, headers=login | {"If-Modified-Since": headers["Last-Modified"]})
    assert (status, text) == (304, b"")
    body = message["message_body_url"].removeprefix(cloud.ready["url"])
    assert cloud.request("GET", body, headers=login)[2] == b"<p>Dinner</p>"
    assert cloud.request("GET", body, headers=basic(bob.inbox["user_id"], bob.inbox["password"]))[0] == 401
    send(airship, ua.named_user("bob"), alert="Hello")
    assert bob.wait(lambda device: device.pushes(), "bob's push")[0]["alert"] == {"body": "Hello"}


def test_host_resumes_after_a_break_of_either_side(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada = cloud.join("ada").listen()
    send(airship, alert="1")
    first = ada.wait(lambda device: device.events, "an event")[0][0]
    cloud.kill()
    ada.wait(lambda device: device.has_ended, "the end of the stream")
    cloud.start()
    send(airship, alert="2")
    ada.listen(after=first).wait(lambda device: len(device.pushes()) == 2, "the second push")
    ada.acknowledge(ada.events[-1][0])

    assert cloud.stop() == 0
    cloud.start()
    send(airship, alert="3")
    ada.listen().wait(lambda device: len(device.pushes()) == 3, "the third push")
    assert [push["alert"]["body"] for push in ada.pushes()] == ["1", "2", "3"]
    assert ada.hello["epoch"]


def test_nothing_accepted_is_lost_when_the_cloud_is_killed(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada = cloud.join("ada")
    accepted = Collected()
    for _ in range(3):
        stop = threading.Event()

        def load():
            while not stop.is_set():
                try:
                    accepted.extend(send(airship, message="m", alert="a"))
                except Exception:  # The cloud is gone.
                    return

        count = len(accepted)
        sender = threading.Thread(target=load)
        sender.start()
        accepted.wait_for(count + 11, "accepted pushes")
        cloud.kill()
        stop.set()
        sender.join()
        cloud.start()
    ada.listen().wait(lambda device: {push["push_id"] for push in device.pushes()} >= set(accepted), "every push")
    ids = [push["push_id"] for push in ada.pushes()]
    assert len(ids) == len(set(ids))
    login = basic(ada.inbox["user_id"], ada.inbox["password"])
    text = cloud.request("GET", f"/api/user/{ada.inbox['user_id']}/messages", headers=login)[2]
    messages = [message["message_id"] for message in json.loads(text)["messages"]]
    assert sorted(messages) == sorted(push["message_id"] for push in ada.pushes())


def test_operator_shuts_a_host_out(cloud: TodayCloud):
    ada, bob = cloud.join("ada").listen(), cloud.join("bob").listen()
    ada.wait(lambda device: device.hello, "the beginning of the stream")
    assert [device["device_id"] for device in json.loads(cloud.today("user", "list", "ada", "--json"))] == [ada.id]
    cloud.today("user", "revoke", "ada")
    assert cloud.request("GET", "/api/today/device", headers=ada.headers)[0] == 401
    login = basic(ada.inbox["user_id"], ada.inbox["password"])
    assert cloud.request("GET", f"/api/user/{ada.inbox['user_id']}/messages", headers=login)[0] == 401
    # At the next heartbeat, which others get.
    ada.wait(lambda device: device.has_ended, "the end of the stream")
    bob.wait(lambda device: device.comments, "a heartbeat")


def test_secrets_are_kept(cloud: TodayCloud):
    keys = json.loads(cloud.today("keys", "--json"))
    assert [key["app_key"] for key in keys] == [cloud.ready["app_key"]]
    cloud.today("keys", "--add", "org.example.News")
    cloud.join("ada", app="org.example.News")
    for file in cloud.state.glob("cloud/*"):
        assert file.stat().st_mode & 0o077 == 0, file
    log = cloud.log.read_text()
    for key in json.loads(cloud.today("keys", "--json")):
        assert key["app_secret"] not in log and key["master_secret"] not in log
    second = subprocess.run(
        [TODAY, "cloud", "--listen", "127.0.0.1:0", "--state", cloud.state], capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 1 and "already runs" in second.stderr


def today_cloud(*arguments: object) -> subprocess.CompletedProcess:
    """Runs a command of the cloud to its end."""
    return subprocess.run([TODAY, "cloud", *map(str, arguments)], capture_output=True, text=True, timeout=60)


def test_an_address_that_is_not_free_is_named(cloud: TodayCloud, tmp_path: Path):
    listen = urlsplit(cloud.ready["url"]).netloc
    taken = today_cloud("--listen", listen, "--state", tmp_path)
    assert (taken.returncode, taken.stdout) == (1, "")
    assert f"Something listens on {listen} already" in taken.stderr and "--listen" in taken.stderr
    protection = ["--public-url", "https://push.example.org", "--trusted-proxy", "127.0.0.1"]
    foreign = today_cloud("--listen", "192.0.2.1:0", *protection, "--state", tmp_path)
    assert foreign.returncode == 1
    assert "no address 192.0.2.1" in foreign.stderr


def test_commands_say_where_no_cloud_was(cloud: TodayCloud, tmp_path: Path):
    begun = today_cloud("user", "add", "ada", "--state", tmp_path / "new")
    assert begun.returncode == 0
    assert f"no cloud in {tmp_path / 'new'}" in begun.stderr
    assert today_cloud("user", "add", "ada", "--state", tmp_path / "new").stderr == ""
    refused = today_cloud("keys", "--state", "/proc/none")
    assert refused.returncode == 1
    assert "/proc/none cannot be a folder" in refused.stderr and "--state" in refused.stderr
    nobody = today_cloud("user", "list", "bob", "--state", tmp_path / "new")
    assert nobody.stdout == "No host has joined as bob. Let one in with: today cloud user add bob\n"
