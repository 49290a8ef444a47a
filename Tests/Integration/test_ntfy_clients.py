"""A real cloud with clients of ntfy: PyPI's apprise as it is, and the requests of aiontfy and others."""

from __future__ import annotations

import base64
import json
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import apprise
import pytest
from apprise.plugins.ntfy import NotifyNtfy
from websockets.exceptions import ConnectionClosed

from ntfy_client import host, poll, publish, websocket
from today_cloud import TodayCloud


@pytest.fixture
def cloud(stopped_cloud: TodayCloud) -> TodayCloud:
    """A cloud with an empty state folder, which serves and bounds nothing."""
    stopped_cloud.start("--request-rate", "0")
    return stopped_cloud


# apprise


def notify(url: str, **options) -> bool:
    # It would wait for seconds between two requests.
    NotifyNtfy.request_rate_per_sec = 0
    sender = apprise.Apprise()
    assert sender.add(url)
    return bool(sender.notify(**options))


def test_apprise_publishes_with_everything_it_has(cloud: TodayCloud):
    url = (
        f"ntfy://{host(cloud)}/home/other?mode=private&priority=high&xtags=b,a&click=https%3A%2F%2Fh.example%2Fd"
        "&actions=view%2C%20Open%2C%20https%3A%2F%2Fh.example%2C%20clear%3Dtrue"
    )
    assert notify(url, title="Dinner", body="Soup & bread – warm") is True
    for topic in ("home", "other"):
        message = poll(cloud, topic)[0]
        assert message["title"] == "Dinner" and message["message"] == "Soup & bread – warm"
        assert message["priority"] == 4 and sorted(message["tags"]) == ["a", "b"]
        assert message["click"] == "https://h.example/d" and message["icon"].startswith("https://")
        action = message["actions"][0]
        assert re.fullmatch("[A-Za-z0-9]{10}", action.pop("id"))
        assert action == {"action": "view", "label": "Open", "url": "https://h.example", "clear": True}


def test_apprise_publishes_markdown_later_and_files(cloud: TodayCloud, tmp_path: Path):
    url = f"ntfy://{host(cloud)}/home?mode=private"
    assert notify(url, body="# Soup", body_format="markdown") is True
    assert notify(url + "&format=markdown", body="*Soup*", body_format="markdown") is True
    assert poll(cloud, "home")[-1]["content_type"] == "text/markdown"
    assert notify(url + "&delay=1h", body="Later") is True
    later = poll(cloud, "home", "&scheduled=1")[-1]
    assert later["message"] == "Later" and later["time"] > time.time() + 3500

    picture = tmp_path / "soup.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(9000))
    assert notify(url, title="Photo", body="Look", attach=str(picture)) is True
    message = next(each for each in poll(cloud, "home") if "attachment" in each)
    assert message["title"] == "Photo" and message["message"] == "Look"
    assert message["attachment"]["name"] == "soup.png" and message["attachment"]["type"] == "image/png"
    status, headers, data = cloud.request("GET", urlsplit(message["attachment"]["url"]).path)
    assert (status, data) == (200, picture.read_bytes()) and headers["Content-Type"] == "image/png"

    assert notify(url, body="x" * 9000) is True
    assert next(each for each in reversed(poll(cloud, "home")) if "attachment" in each)["attachment"]["size"] >= 9000


def test_apprise_needs_the_right_where_rules_say_so(stopped_cloud: TodayCloud):
    cloud = stopped_cloud
    cloud.start("--request-rate", "0", "--topics", "deny")
    cloud.today("access", "set", "ada", "home*", "write-only")
    token = cloud.today("access", "token", "ada").strip()
    assert token.startswith("tk_")
    place = host(cloud)
    for login in (f"ada:{token}@", f"{token}@"):
        assert notify(f"ntfy://{login}{place}/home1?mode=private", body="x") is True
        assert notify(f"ntfy://{login}{place}/other?mode=private", body="x") is False
    for login in ("", "ada:wrong@", f"bob:{token}@"):
        assert notify(f"ntfy://{login}{place}/home1?mode=private", body="x") is False
    bearer = {"Authorization": f"Bearer {token}"}
    assert cloud.request("GET", "/home1/json?poll=1", headers=bearer)[0] == 403
    cloud.today("access", "set", "everyone", "home1", "read-only")
    assert [each["message"] for each in poll(cloud, "home1")] == ["x", "x"]
    report = json.loads(cloud.today("access", "list", "--json"))
    assert report["rules"] == [
        {"name": "everyone", "topic": "home1", "rights": "read-only"},
        {"name": "ada", "topic": "home*", "rights": "write-only"},
    ]
    assert token not in cloud.today("access") and "ada" in cloud.today("access")
    cloud.today("access", "revoke", "ada")
    assert notify(f"ntfy://{token}@{place}/home1?mode=private", body="x") is False
    cloud.today("access", "remove", "everyone")
    assert cloud.request("GET", "/home1/json?poll=1")[0] == 403
    assert token not in cloud.log.read_text()


# aiontfy's requests


def test_aiontfy_publishes_with_every_field(cloud: TodayCloud):
    payload = {
        "topic": "home", "message": "Soup", "title": None, "tags": ["a"], "priority": 4,
        "actions": [
            {"action": "view", "label": "Open", "url": "https://h.example", "clear": True},
            {"action": "http", "label": "Yes", "url": "https://h.example/y", "method": "PUT", "headers": {"A": "b"},
             "body": None, "clear": False},
            {"action": "broadcast", "label": "Take", "intent": None, "extras": None, "clear": False},
        ],
        "click": None, "attach": None, "markdown": None, "icon": None, "filename": None, "delay": None, "email": None,
        "call": None, "sequence_id": None,
    }
    status, _, text = cloud.request("POST", "/", payload, {"Content-Type": "application/json"})
    message = json.loads(text)
    assert status == 200
    assert set(message) == {"id", "time", "expires", "event", "topic", "message", "tags", "priority", "actions"}
    assert [action["label"] for action in message["actions"]] == ["Open", "Yes", "Take"]
    assert message["actions"][1]["headers"] == {"A": "b"} and message["actions"][1]["method"] == "PUT"
    status, _, text = cloud.request("POST", "/", payload | {"actions": [], "priority": None, "tags": []})
    assert status == 200 and "actions" not in json.loads(text)
    status, _, text = cloud.request("POST", "/", payload | {"actions": [payload["actions"][0]] * 4})
    assert status == 400 and set(json.loads(text)) <= {"code", "http", "error", "link"}
    assert json.loads(text)["code"] == 40018


def test_aiontfy_uploads_with_headers(cloud: TodayCloud):
    message = publish(
        cloud, "home", b"\x89PNG\r\n\x1a\n....", "PUT", X_Filename="a.png", X_Title="Photo", X_Priority="5",
        X_Actions="action='http', label='L', url='https://h.example', headers.A='b', clear=0", X_Message="Look",
    )
    assert message["attachment"]["name"] == "a.png" and message["message"] == "Look" and message["priority"] == 5
    assert message["actions"][0]["label"] == "L" and message["actions"][0]["headers"] == {"A": "b"}


def test_aiontfy_subscribes_with_a_web_socket(cloud: TodayCloud):
    with websocket(cloud, "/home,other/ws") as subscriber:
        opened = json.loads(subscriber.recv(timeout=10))
        assert opened["event"] == "open" and opened["topic"] == "home,other"
        sent = [publish(cloud, topic, f"{index}") for index, topic in enumerate(("home", "other", "home"))]
        publish(cloud, "third", "x")
        assert [json.loads(subscriber.recv(timeout=10)) for _ in sent] == sent
        # Its own pings, and what else it may say.
        assert subscriber.ping().wait(10)
        subscriber.send("hello")
        cloud.request("DELETE", "/home/dinner")
        assert json.loads(subscriber.recv(timeout=10))["event"] == "message_delete"
    with websocket(cloud, "/home/ws?since=all&message=2") as subscriber:
        assert json.loads(subscriber.recv(timeout=10))["event"] == "open"
        assert json.loads(subscriber.recv(timeout=10)) == sent[2]
    with websocket(cloud, "/home/ws?poll=1") as subscriber:
        assert [json.loads(subscriber.recv(timeout=10)) for _ in range(2)] == [sent[0], sent[2]]
        subscriber.recv(timeout=10)
        with pytest.raises(ConnectionClosed):
            subscriber.recv(timeout=10)


def test_powershell_and_web_push_senders_publish(cloud: TodayCloud):
    # What ConvertTo-Json makes of the example in ntfy's documentation.
    body = {
        "Topic": "home", "Title": "Low disk space alert", "Message": "Disk space is low", "Priority": 4,
        "Attach": "HTTPS://h.example/disk.jpg", "FileName": "disk.jpg", "Tags": ["warning", "cd"],
        "Click": "https://h.example", "Actions": [{"Action": "view", "Label": "Admin panel", "URL": "https://h.example/a"}],
    }
    status, _, text = cloud.request("POST", "/", json.dumps(body).encode(), {"Content-Type": "application/json"})
    message = json.loads(text)
    assert (status, message["title"], message["tags"]) == (200, "Low disk space alert", ["warning", "cd"])
    assert message["attachment"]["name"] == "disk.jpg" and message["actions"][0]["label"] == "Admin panel"
    vapid = {"Authorization": "vapid t=eyJ0.e30.c2ln, k=BA1H", "TTL": "60", "Content-Encoding": "aes128gcm"}
    for _ in range(70):
        assert cloud.request("POST", "/upHome?up=1", b"\x00\xff", vapid)[0] == 200
    assert poll(cloud, "upHome")[-1]["encoding"] == "base64"


def test_home_assistant_logs_in(stopped_cloud: TodayCloud):
    # Its integration asks for the account, then for a token if it is anybody's, and goes on with that.
    cloud = stopped_cloud
    cloud.start("--request-rate", "0", "--topics", "deny")
    cloud.today("access", "set", "ada", "home", "read-write")
    token = cloud.today("access", "token", "ada").strip()

    def ask(method: str, path: str, headers: dict, body: dict | None = None) -> tuple[int, dict]:
        data = json.dumps(body).encode() if body is not None else b""
        status, _, text = cloud.request(method, path, data, headers)
        return status, json.loads(text)

    status, account = ask("GET", "/v1/account", {})
    assert (status, account["username"], account["role"]) == (200, "*", "anonymous")
    assert account["stats"]["messages_remaining"] == account["limits"]["messages"] > 0
    login = {"Authorization": "Basic " + base64.b64encode(f"ada:{token}".encode()).decode()}
    assert ask("GET", "/v1/account", login)[1]["username"] == "ada"
    status, answer = ask("POST", "/v1/account/token", login, {"label": "Home Assistant", "expires": 0})
    assert status == 200 and isinstance(answer["last_access"], int)
    later = {"Authorization": f"Bearer {answer['token']}"}
    assert ask("POST", "/", later, {"topic": "home", "message": "x"})[0] == 200
    wrong = {"Authorization": "Basic " + base64.b64encode(b"ada:wrong").decode()}
    status, answer = ask("GET", "/v1/account", wrong)
    assert (status, answer["code"]) == (401, 40101)
