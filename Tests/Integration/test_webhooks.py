"""A push reaches open channels of other platforms: a real cloud, PyPI's urbanairship, and a server that PyPI's
standardwebhooks guards, over TLS."""

from __future__ import annotations

import base64
import json
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

import pytest
import urbanairship as ua

from certificates import CertificateAuthority
from mailer import airship
from today_cloud import TodayCloud
from waiting import Collected, eventually
from webhook_receiver import WebhookReceiver, address_of

APP = "org.today.Messages"
# How resolvers read this machine's address too.
THIS_MACHINE = ["2130706433", "0x7f000001", "127.1", "0", "0177.0.0.1", "[::ffff:127.0.0.1]", "127.0.0.1."]


@dataclass
class Webhook:
    """A cloud, the server of a webhook of its app, and the open channels of the platform."""

    cloud: TodayCloud
    server: WebhookReceiver
    arrived: Collected
    authority: CertificateAuthority
    channels: dict[str, str] = field(default_factory=dict)

    def set(self, host: str = "localhost", *more: str, loopback: bool = True) -> str:
        """Sets the webhook, as the operator does; returns what is printed."""
        return self.cloud.today(
            "webhook", "set", APP, "--platform", "lamp", "--url", f"https://{host}:{self.server.port}/push",
            "--ca", str(self.authority.file), *(["--allow-loopback"] if loopback else []), *more,
        )

    @property
    def airship(self) -> ua.BasicAuthClient:
        """A sender."""
        ready = self.cloud.ready
        return airship(ready["url"], ready["app_key"], ready["master_secret"])

    def register(self, address: str, platform: str = "lamp", opt_in: bool = True) -> str:
        """Registers an open channel, whose address chooses the answer; returns its id."""
        channel = ua.OpenChannel(self.airship)
        channel.open_platform, channel.address, channel.opt_in = platform, address, opt_in
        channel.identifiers = {"room": "hall"}
        channel.create()
        self.channels[address] = channel.channel_id
        return channel.channel_id

    def send(self, types=("open::lamp",), **notification) -> str:
        """Sends a push to everybody; returns its id."""
        push = ua.Push(self.airship)
        push.audience, push.device_types = ua.all_, ua.device_types(*types)
        push.notification = {"alert": "Dinner"} | notification
        return push.send().push_ids[0]

    def wait(self, count: int) -> list[dict]:
        """Waits until the server was sent so many requests; returns them."""
        self.arrived.wait_for(count, "requests")
        return list(self.arrived)

    def state(self) -> dict:
        """What the operator is told of the webhook."""
        return json.loads(self.cloud.today("webhook", "--json"))[0]

    def channel(self, address: str) -> dict:
        """What a sender is told of a channel."""
        return self.cloud.channel(self.channels[address])

    def trace(self, push: str) -> list[tuple[str, str | None]]:
        """The answers in the trace of a push."""
        hops = json.loads(self.cloud.today("trace", push, "--json"))
        return [(hop["outcome"], hop.get("reason")) for hop in hops]


@pytest.fixture
def webhook(log_file: Path, authority: CertificateAuthority) -> Iterator[Webhook]:
    """A cloud, and the server of its app's webhook for the platform `lamp`."""
    arrived = Collected()
    with TodayCloud(log_file) as cloud, WebhookReceiver(authority.issue("localhost"), arrived.append) as server:
        cloud.start("--request-rate", "0")
        webhook = Webhook(cloud, server, arrived, authority)
        [server.secret] = re.findall(r"whsec_\S+", webhook.set())
        yield webhook


def test_open_channel_receives_a_signed_push(webhook: Webhook) -> None:
    channel = webhook.register("200")
    webhook.register("200#other", platform="door")
    webhook.register("200#refuses", opt_in=False)
    ada = webhook.cloud.join("ada").listen()
    push = webhook.send(
        types=("ios", "open::lamp", "open::door"), actions={"open": {"type": "url", "content": "https://h.example"}},
        ios={"title": "For phones"},
        **{"open::lamp": {"title": "Lamp", "extra": {"color": "red"}}, "open::door": {"title": "Door"}},
    )
    [found] = webhook.wait(1)
    value = found["value"]
    assert value == {
        "send_id": found["headers"]["webhook-id"], "push_id": push, "app_key": webhook.cloud.ready["app_key"],
        "payload": {
            "alert": "Dinner", "title": "Lamp", "extra": {"color": "red"},
            "actions": {"open": {"type": "url", "content": "https://h.example"}},
        },
        "target": {"address": "200", "channel_id": channel, "identifiers": {"room": "hall"}},
    }
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", value["send_id"])
    assert found["path"] == "/push" and found["headers"]["content-type"].startswith("application/vnd.urbanairship+json")
    assert ada.wait(lambda device: device.pushes(), "the push on a host")[0]["push_id"] == push
    eventually(lambda: webhook.state()["waiting"] == 0, "an empty queue")
    assert webhook.trace(push) == [("accepted", None)]
    # A later push to the same channel is another one.
    webhook.send()
    assert webhook.wait(2)[1]["value"]["send_id"] != value["send_id"]


def test_channel_is_disabled_until_it_is_registered_again(webhook: Webhook) -> None:
    webhook.register("410")
    push = webhook.send()
    webhook.wait(1)
    eventually(lambda: webhook.channel("410").get("disabled_reason") == "status 410", "a disabled channel")
    assert webhook.channel("410")["installed"] is False
    assert webhook.trace(push) == [("disabled", "status 410")]
    webhook.register("200#fence")
    webhook.send()
    assert [address_of(each) for each in webhook.wait(2)] == ["410", "200#fence"]
    webhook.register("410")
    assert webhook.channel("410")["installed"] is True
    webhook.server.answers["410"] = ["200"]
    webhook.send()
    assert sorted(address_of(each) for each in webhook.wait(4)[2:]) == ["200#fence", "410"]


def test_push_is_sent_again_until_it_is_accepted(webhook: Webhook) -> None:
    answers = ["429", "500", "503", "closed", "endless 500"]
    for answer in answers:
        webhook.register(f"200#{answer}")
        webhook.server.answers[f"200#{answer}"] = [answer, answer]
    push = webhook.send()

    def found(answer: str) -> list[dict]:
        return [each for each in list(webhook.arrived) if "value" in each and address_of(each) == f"200#{answer}"]

    for answer in answers:
        eventually(lambda: len(found(answer)) == 3, "the third attempt")
        assert [each["answer"] for each in found(answer)] == [answer, answer, "200"]
        # The receiver tells repetitions by the id.
        assert len({each["headers"]["webhook-id"] for each in found(answer)}) == 1
    eventually(lambda: webhook.state()["waiting"] == 0, "an empty queue")
    outcomes = sorted(outcome for outcome, _ in webhook.trace(push))
    assert outcomes == ["accepted"] * len(answers) + ["retry"] * 2 * len(answers)


def test_server_that_does_not_answer_is_left_after_a_time_that_it_may_choose(webhook: Webhook) -> None:
    webhook.server.answers |= {"200#later": ["429/3"], "200#silent": ["silent"]}
    for address in "200#later", "200#silent", "stalled 200":
        webhook.register(address)
    push = webhook.send()

    def times(address: str) -> list[float]:
        return [each["time"] for each in list(webhook.arrived) if "value" in each and address_of(each) == address]

    eventually(lambda: len(times("200#silent")) == 2, "the second attempt")
    first, second = times("200#later")
    # Without Retry-After it would have been a second at most.
    assert second - first >= 2.9
    first, second = times("200#silent")
    assert 14 < second - first < 25
    # An answer whose body never comes is left after a time as well.
    wanted = ["accepted", "accepted", "accepted", "retry", "retry"]
    eventually(lambda: sorted(outcome for outcome, _ in webhook.trace(push)) == wanted, "all attempts")


def test_answer_without_end_is_not_read(webhook: Webhook) -> None:
    webhook.register("endless 200")
    webhook.send()
    assert webhook.wait(2)[1] == {"closed": "endless 200"}
    eventually(lambda: webhook.state()["waiting"] == 0, "an empty queue")


def test_push_that_the_server_cannot_use_is_given_up(webhook: Webhook) -> None:
    webhook.register("422")
    push = webhook.send()
    eventually(lambda: webhook.trace(push) == [("refused", "status 422")], "the refusal")
    assert webhook.state() == webhook.state() | {"waiting": 0} and "failure" not in webhook.state()
    assert "refused: status 422" in webhook.cloud.today("trace", push)


def test_redirect_is_not_followed_and_everything_waits_until_it_is_mended(webhook: Webhook) -> None:
    webhook.register("200")
    for answer in "302", "307", "404":
        # It is tried again meanwhile.
        webhook.server.answers["200"] = [answer] * 100
        webhook.send()
        eventually(lambda: webhook.state().get("failure") == f"status {answer}", "the failure")
        assert webhook.state()["waiting"] == 1
        assert f"refused: status {answer}" in webhook.cloud.today("webhook")
        webhook.server.answers.clear()
        assert "whsec_" not in webhook.set()  # It keeps its secret.
        eventually(lambda: webhook.state()["waiting"] == 0 and "failure" not in webhook.state(), "an empty queue")
        assert webhook.arrived[-1]["answer"] == "200"
    assert {each["path"] for each in webhook.arrived} == {"/push"}


def test_wrong_secret_stops_everything_until_it_is_corrected(webhook: Webhook, tmp_path: Path) -> None:
    webhook.register("200")
    right, webhook.server.secret = webhook.server.secret, "whsec_" + base64.b64encode(b"x" * 32).decode()
    webhook.send()
    eventually(lambda: webhook.state().get("failure") == "status 401", "the failure")
    file = tmp_path / "secret"
    file.write_text(webhook.server.secret + "\n")
    webhook.set("localhost", "--secret-file", str(file))
    eventually(lambda: webhook.arrived[-1]["answer"] == "200", "the notification with the right secret")
    assert right != webhook.server.secret


def test_killed_cloud_sends_what_it_accepted(webhook: Webhook) -> None:
    addresses = [f"200#{number}" for number in range(20)]
    for address in addresses:
        webhook.register(address)
        webhook.server.answers[address] = ["silent"]
    webhook.send()
    webhook.wait(1)
    webhook.cloud.kill()
    webhook.server.answers.clear()
    webhook.cloud.start("--request-rate", "0")

    def ids(answer: str) -> dict[str, str]:
        found = [each for each in list(webhook.arrived) if each["answer"] == answer]
        return {address_of(each): each["headers"]["webhook-id"] for each in found}

    eventually(lambda: set(ids("200")) == set(addresses), "all of them")
    assert ids("silent").items() <= ids("200").items()


def test_name_that_leads_to_this_machine_or_its_network_is_not_connected_to(webhook: Webhook) -> None:
    webhook.register("200")
    # The own name of a machine is an address of its own or of its network.
    name = socket.gethostname()
    with socket.create_server((socket.gethostbyname(name), 0)) as server:
        server.setblocking(False)
        url = f"https://{name}:{server.getsockname()[1]}/push"
        webhook.cloud.today("webhook", "set", APP, "--platform", "lamp", "--url", url)
        webhook.send()
        eventually(
            lambda: webhook.state().get("failure") == "The server is not on a public host.", "the failure"
        )
        with pytest.raises(BlockingIOError):
            server.accept()
    assert webhook.state()["waiting"] == 1


def test_server_that_cannot_be_reached_is_told_from_no_other(webhook: Webhook) -> None:
    webhook.register("200")
    webhook.server.close()
    push = webhook.send()
    eventually(lambda: webhook.trace(push)[:1] == [("retry", "It cannot be reached.")], "the attempt")
    assert "A webhook cannot be reached" in webhook.cloud.log.read_text()


def test_wrong_webhook_is_refused_with_a_sentence(webhook: Webhook, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no secret")
    url = ("--url", "https://hooks.example.org/push")
    for options, sentence in [
        (("--url", "http://hooks.example.org/push"), "not an https address"),
        (("--url", "https://10.0.0.1/push"), "not on a public host"),
        (("--url", "https://[::1]/push"), "not on a public host"),
        (("--url", "https://169.254.169.254/latest"), "not on a public host"),
        (("--url", "https://localhost/push"), "not on a public host"),
        *((("--url", f"https://{name}/push"), "not on a public host") for name in THIS_MACHINE),
        (("--url", "https://127.1/push", "--allow-loopback"), "not on a public host"),
        (("--url", "https://ada:secret@hooks.example.org/push"), "user name"),
        ((*url, "--secret-file", str(tmp_path / "text")), "The secret is not whsec_"),
        ((*url, "--ca", str(tmp_path / "text")), "The authorities are not certificates in PEM form."),
    ]:
        with pytest.raises(AssertionError, match=re.escape(sentence)):
            webhook.cloud.today("webhook", "set", APP, "--platform", "lamp", *options)
    with pytest.raises(AssertionError, match="is the platform of hosts"):
        webhook.cloud.today("webhook", "set", APP, "--platform", "today", *url)
    with pytest.raises(AssertionError, match="has no keys in this cloud"):
        webhook.cloud.today("webhook", "set", "org.example.Unknown", "--platform", "lamp", *url)
    assert webhook.state()["url"].startswith("https://localhost:")
    webhook.cloud.today("webhook", "remove", APP, "--platform", "lamp")
    assert json.loads(webhook.cloud.today("webhook", "--json")) == []
