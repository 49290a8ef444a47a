"""Messages on real hosts: the cloud inside one, and two that have joined another."""

from __future__ import annotations

import http.server
import json
import threading
import urllib.request

import pytest

from mailer import APP, Mailer, send
from notifier import NotificationWatch
from today_host import Refused
from two_mailers import TwoMailers
from waiting import Collected, eventually

TOPICS = "org.today.Topics"


def test_a_push_to_the_cloud_inside_becomes_a_message_with_its_body_and_a_notification(mailer: Mailer, sender):
    assert set(mailer.host.ready["cloud"]) == {"url", "app_key", "app_secret", "master_secret"}
    status = mailer.wait_until("connected")
    assert status["isLocal"] and status["user"] == "me"

    with NotificationWatch(mailer.host) as page:
        send(sender, "me", "Dinner", "<p onclick=x>Soup &amp; bread</p><script>steal()</script>")
        shown = page.wait_for("Mailer")
        assert shown["body"] == "Dinner"
        message = mailer.wait_for("Dinner")[0]
        assert shown["deepLink"] == f"mailer://message/{message['message']['id']}"
        page.wait_for_badge(APP, 1)
        body = mailer.body("Dinner")
        assert "<p>Soup &amp; bread</p>" in body["html"] and "steal" not in body["html"]
        assert body["text"] == "Soup & bread"
        assert mailer.titles() == [each["message"]["title"] for each in mailer.messages(query="bread")]
        assert mailer.messages(query="butter") == []

        mailer.read("Dinner")
        page.wait_for()
        page.wait_for_badge(APP, 0)
    assert mailer.page()["unread"] == 0


def test_a_message_is_named_by_how_its_id_begins(mailer: Mailer, sender):
    mailer.wait_until("connected")
    send(sender, "me", "first")
    send(sender, "me", "second")
    mailer.wait_for("second", "first")
    ids = {each["message"]["title"]: each["message"]["id"] for each in mailer.messages()}
    assert "first" in mailer.host.today("inbox", "open", ids["first"][:8]).stdout
    mailer.host.today("inbox", "delete", ids["first"][:8])
    assert mailer.titles() == ["second"]
    mailer.host.today("inbox", "open", "-", status=1)
    mailer.host.today("inbox", "restore", ids["first"][:8])
    assert mailer.titles() == ["second", "first"]
    older = mailer.host.today_json("inbox", "list", "--after", ids["second"][:8])["messages"]
    assert [each["title"] for each in older] == ["first"]
    mailer.host.today("inbox", "list", "--after", "nothing", status=1)


def test_the_embedded_cloud_keeps_its_address_and_its_keys(mailer: Mailer, sender):
    mailer.wait_until("connected")
    before = mailer.host.ready["cloud"]
    send(sender, "me", "first")
    mailer.wait_for("first")
    assert mailer.host.stop() == 0
    assert mailer.host.start()["cloud"] == before
    mailer.wait_until("connected")
    send(sender, "me", "second")
    mailer.wait_for("second", "first")
    mailer.host.today("link", "--leave", status=1)


def test_who_sends_through_the_own_cloud_of_a_host_that_joined_another_learns_that_it_gets_nothing(
    mailer: Mailer, two: TwoMailers
):
    assert mailer.host.today("send", "--app", APP, "--title", "Here", "--body", "x").stderr == ""
    two.join(mailer)
    sent = mailer.host.today("send", "--app", APP, "--title", "Elsewhere", "--body", "x")
    assert "does not get what is sent through the cloud inside Today" in " ".join(sent.stderr.split())


def test_reading_and_deleting_on_one_host_reaches_the_other(two: TwoMailers):
    send(two.sender, "ada", "one")
    send(two.sender, "ada", "two")
    for mailer in (two.laptop, two.desk):
        mailer.wait_for("two", "one")
        assert mailer.badge == 2

    two.laptop.read("one")
    eventually(lambda: two.desk.unread == ["two"], "the other host to know what was read")
    assert two.desk.badge == 1
    two.desk.read("one", is_read=False)
    eventually(lambda: two.laptop.unread == ["two", "one"], "the other host to know what is unread")
    two.desk.delete("two")
    eventually(lambda: two.laptop.titles() == ["one"], "the other host to know what was deleted")
    eventually(lambda: two.laptop.badge == 1, "the badge")


def test_a_cut_is_shown_and_everything_stays_readable_and_is_made_up_for(two: TwoMailers):
    laptop = two.laptop
    send(two.sender, "ada", "before")
    laptop.wait_for("before")
    two.desk.wait_for("before")

    two.cloud.stop()
    status = laptop.wait_until("offline")
    reason = status["state"]["offline"]["reason"]
    notice = laptop.host.request("GET", "/api/screen")["notices"]
    assert len(notice) == 1 and reason in notice[0]
    assert laptop.body("before")["text"] == "About before"
    with pytest.raises(Refused) as refused:
        laptop.host.request("POST", "/api/messages/refresh")
    assert refused.value.code == "cloudUnavailable"
    laptop.read("before")
    assert laptop.badge == 0

    two.cloud.start()
    send(two.sender, "ada", "after")
    laptop.host.request("POST", "/api/messages/refresh")
    laptop.wait_for("after", "before")
    laptop.wait_until("connected")
    assert laptop.host.request("GET", "/api/screen")["notices"] == []
    two.desk.host.request("POST", "/api/messages/refresh")
    two.desk.wait_for("after", "before")
    eventually(lambda: two.desk.unread == ["after"], "what was read offline")


def test_a_host_that_dies_catches_up_and_nothing_comes_twice(two: TwoMailers):
    laptop = two.laptop
    for number in range(3):
        send(two.sender, "ada", f"m{number}")
        laptop.host.kill()
        send(two.sender, "ada", f"n{number}")
        laptop.host.start()
    titles = [f"{letter}{number}" for number in (2, 1, 0) for letter in ("n", "m")]
    laptop.wait_for(*titles)
    assert laptop.badge == 6
    with NotificationWatch(laptop.host) as page:
        page.wait(lambda page: len(page.shown) == 6, "six notifications")
        assert sorted(each["body"] for each in page.shown.values()) == sorted(titles)


def test_a_token_works_once_and_a_wrong_one_never(two: TwoMailers):
    token = two.cloud.today("user", "add", "eve").strip()
    url = two.cloud.ready["url"]
    two.laptop.link(url, token)
    two.laptop.wait_until("connected")
    assert two.laptop.status["user"] == "eve"
    for wrong in (token, "nonsense"):
        refusal = two.desk.link(url, wrong, status=1).stderr
        assert "token" in refusal and wrong not in refusal
    assert two.desk.status["user"] == "ada"
    for place in ("http://192.0.2.1", "ftp://example.org", f"{url}/?x", "http://127.0.0.1:1"):
        two.desk.link(place, token, status=1)
    two.desk.wait_until("connected")
    for log in (two.cloud.log, two.laptop.host.log, two.desk.host.log):
        assert token not in log.read_text(), log


def test_another_person_sees_nothing_of_the_one_before(two: TwoMailers):
    send(two.sender, "ada", "secret")
    two.laptop.wait_for("secret")
    two.join(two.laptop, "eve")
    two.laptop.host.request("POST", "/api/messages/refresh")
    assert two.laptop.titles() == [] and two.laptop.badge == 0
    send(two.sender, "eve", "hello")
    two.laptop.wait_for("hello")
    assert two.desk.titles() == ["secret"]


def test_a_host_that_was_shut_out_says_so_and_can_join_again(two: TwoMailers):
    two.cloud.today("user", "revoke", "ada")
    with pytest.raises(Refused):  # It would find out at the next heartbeat.
        two.laptop.host.request("POST", "/api/messages/refresh")
    two.laptop.wait_until("shutOut")
    assert "today link" in two.laptop.host.request("GET", "/api/screen")["notices"][0]
    two.join(two.laptop)
    assert two.laptop.host.request("GET", "/api/screen")["notices"] == []


def test_a_host_that_left_has_no_messages_and_the_cloud_does_not_know_it(two: TwoMailers):
    send(two.sender, "ada", "one")
    two.laptop.wait_for("one")
    two.laptop.host.today("link", "--leave")
    assert two.laptop.titles() == [] and two.laptop.state == "notLinked"
    assert len(json.loads(two.cloud.today("user", "list", "ada", "--json"))) == 1
    two.laptop.host.today("link", "--leave", status=1)


# Topics


class Home:
    """A server that the actions of messages reach."""

    def __enter__(self) -> "Home":
        self.requests = Collected()
        home = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_PUT(self):  # noqa: N802
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                home.requests.append((self.command, self.path, self.headers.get("X-Key", ""), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def publish(mailer: Mailer, topic: str, body: dict) -> dict:
    """Publishes as any ntfy client does."""
    data = json.dumps({"topic": topic, **body}).encode()
    request = urllib.request.Request(mailer.host.ready["cloud"]["url"], data, method="POST")
    return json.loads(urllib.request.urlopen(request, timeout=30).read())


@pytest.fixture
def subscribed(mailer: Mailer) -> Mailer:
    mailer.wait_until("connected")
    mailer.host.request("PUT", "/api/topics/alerts")
    assert mailer.host.request("GET", "/api/topics") == {"topics": ["alerts"]}
    return mailer


def test_a_message_of_a_topic_is_one_notification_however_often_it_changes(subscribed: Mailer):
    with NotificationWatch(subscribed.host) as page:
        publish(subscribed, "other", {"message": "not for us"})
        first = publish(subscribed, "alerts", {
            "title": "Door", "message": "It is open.", "tags": ["warning"], "priority": 5,
            "click": "https://home.example/door", "sequence_id": "door",
        })
        shown = page.wait_for("⚠️ Door")
        assert (shown["app"], shown["appTitle"], shown["body"]) == (TOPICS, "Topics", "It is open.")
        assert shown["deepLink"] == "https://home.example/door" and first["topic"] == "alerts"
        publish(subscribed, "alerts", {"title": "Door", "message": "It is shut.", "sequence_id": "door"})
        again = page.wait_for("Door")
        assert again["body"] == "It is shut." and again["id"] == shown["id"]
        place = f"{subscribed.host.ready['cloud']['url']}/alerts/door"
        urllib.request.urlopen(urllib.request.Request(place, method="DELETE"), timeout=30).read()
        page.wait_for()
        subscribed.host.request("DELETE", "/api/topics/alerts")
        publish(subscribed, "alerts", {"message": "nobody listens"})
        assert subscribed.host.request("GET", "/api/topics") == {"topics": []}


def test_an_http_action_reaches_only_hosts_that_the_person_allowed(subscribed: Mailer):
    host = subscribed.host
    with Home() as home, NotificationWatch(host) as page:
        publish(subscribed, "alerts", {"title": "Gate", "message": "Open?", "actions": [
            {"action": "view", "label": "Look", "url": "https://home.example/gate"},
            {"action": "http", "label": "Open", "url": f"http://{home.place}/gate", "method": "PUT", "clear": True,
             "headers": {"X-Key": "k"}, "body": "up"},
        ]})
        shown = page.wait_for("Gate")
        assert [action["title"] for action in shown["actions"]] == ["Look", "Open"]
        look, go = (action["identifier"] for action in shown["actions"])

        def comes_back(page: NotificationWatch) -> bool:
            return [(each["title"], each["level"]) for each in page.shown.values()] == [("Gate", "passive")]

        def answer(action: str) -> dict:
            number = page.wait_for("Gate")["id"]
            return host.request("POST", "/api/notifications/answer", {"notification": number, "action": action, "waits": True})

        assert answer(look) == {"open": {"url": "https://home.example/gate"}}
        # It comes back, quietly: its action does not clear it.
        page.wait(comes_back, "that it comes back")

        refusal = answer(go)["failed"]["reason"]
        assert f"today allow Topics {home.place}" in refusal and home.requests == []
        # It comes back, since nothing was done; and goes when another try is.
        page.wait(comes_back, "that it comes back")
        failure = host.request("GET", "/api/notifications/summary")["failures"][0]
        assert failure["action"] == "Open"
        host.today("allow", "Topics", home.place)
        host.request("POST", f"/api/responses/{failure['id']}/retry")
        home.requests.wait_for(1, "the request")
        assert home.requests == [("PUT", "/gate", "k", "up")]
        page.wait_for()
        page.wait(lambda page: page.summary_now["failures"] == [], "no failure")


@pytest.mark.parametrize("is_killed", [True, False])
def test_a_held_deletion_survives_a_kill_and_can_be_undone(two: TwoMailers, is_killed: bool):
    send(two.sender, "ada", "one")
    for mailer in (two.laptop, two.desk):
        [message] = mailer.wait_for("one")
    id = message["message"]["id"]
    two.laptop.host.today("inbox", "delete", id)
    assert two.laptop.titles() == []
    if is_killed:
        two.laptop.host.kill()
        two.laptop.host.start()
        two.laptop.wait_until("connected")
        assert two.laptop.titles() == []
    # Another message reaches both, so the other host would know of the deletion by now.
    send(two.sender, "ada", "two")
    two.laptop.wait_for("two")
    two.desk.wait_for("two", "one")
    two.laptop.host.today("inbox", "restore", id)
    assert two.laptop.titles() == ["two", "one"]
    two.laptop.host.today("inbox", "restore", id, status=1)
    two.laptop.host.today("inbox", "delete", id, "--now")
    eventually(lambda: two.desk.titles() == ["two"], "the other host to know what was deleted")


def test_a_deletion_whose_time_ends_while_the_host_is_down_is_made_up_for(two: TwoMailers):
    send(two.sender, "ada", "one")
    for mailer in (two.laptop, two.desk):
        [message] = mailer.wait_for("one")
    order = {"messages": [{"app": APP, "id": message["message"]["id"]}], "hold": 5.0}
    two.laptop.host.request("POST", "/api/messages/delete", order)
    two.laptop.host.kill()
    assert two.desk.titles() == ["one"]
    two.laptop.host.start()
    eventually(lambda: two.desk.titles() == [], "the other host to know what was deleted")
    assert two.laptop.titles() == []
