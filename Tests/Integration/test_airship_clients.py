"""A real cloud with clients of Airship: PyPI's urbanairship as it is, and what the SDK of iOS sends."""

from __future__ import annotations

import datetime
import json
import uuid
from pathlib import Path

import pytest
import urbanairship as ua

from airship_sdk import basic, send, signed
from today_cloud import TodayCloud
from waiting import eventually


def test_client_manages_channels_tags_and_users(cloud: TodayCloud, airship: ua.BasicAuthClient):
    lamp = ua.OpenChannel(airship)
    lamp.address, lamp.open_platform, lamp.opt_in, lamp.tags = "lamp-1", "lamp", True, ["hall"]
    lamp.create()
    found = ua.OpenChannel(airship).lookup(lamp.channel_id)
    assert found.address == "lamp-1" and found.tags == ["hall"] and isinstance(found.created, datetime.datetime)

    ada = cloud.join("ada")
    tags = ua.devices.ChannelTags(airship)
    tags.set_audience(web=ada.channel)
    tags.add("crm", ["vip"])
    assert tags.send()["ok"] is True
    ada.listen()
    send(airship, ua.and_(ua.tag_group("crm", "vip"), ua.not_(ua.tag("hall"))), alert="For some")
    ada.wait(lambda device: device.pushes(), "the push")

    user = ua.NamedUser(airship, "eve")
    user.associate(lamp.channel_id)
    assert user.lookup()["named_user"]["channels"][0]["channel_id"] == lamp.channel_id
    assert sorted(each.named_user_id for each in ua.NamedUserList(airship)) == ["ada", "eve"]
    assert user.tag("crm", add=["new"])["ok"] is True
    assert {channel.channel_id for channel in ua.ChannelList(airship)} == {lamp.channel_id, ada.channel}
    ua.ChannelUninstall(airship).uninstall([lamp.channel_id])
    assert [channel.channel_id for channel in ua.ChannelList(airship)] == [ada.channel]


def test_client_writes_what_it_writes(cloud: TodayCloud, airship: ua.BasicAuthClient):
    # Where the client's form is another than the documented one.
    ada = cloud.join("ada").listen()
    lists = ua.SubscriptionList(airship, "news")
    lists.subscribe({"channel": [ada.channel]})
    push = ua.Push(airship)
    push.audience, push.device_types = ua.subscription_list("news"), ua.device_types("all")
    picture = ua.open_platform(title="Lamp", media_attachment="https://h.example/p.jpg")
    push.notification = ua.notification(alert="On", open_platform={"lamp": picture, "today": picture})
    push.message = ua.message(
        "Dinner", "<p>Soup</p>", content_encoding="utf8", expiry=0, campaigns=ua.campaigns(categories=["a"])
    )
    push.campaigns = ua.campaigns(categories="a")
    push.validate()
    push.send()
    told = ada.wait(lambda device: device.pushes(), "the push")[0]
    assert told["alert"] == {"title": "Lamp", "body": "On"}
    assert told["media_attachment"] == {"url": "https://h.example/p.jpg"}
    path = f"/api/user/{ada.inbox['user_id']}/messages/"
    _, _, text = cloud.request("GET", path, headers=basic(ada.inbox["user_id"], ada.inbox["password"]))
    messages = json.loads(text)["messages"]
    assert [message["title"] for message in messages] == ["Dinner"] and "message_expiry" not in messages[0]
    lists.unsubscribe({"channel": [ada.channel]})
    push.send()
    send(airship, alert="Last")
    assert [each["alert"]["body"] for each in ada.wait(lambda device: device.pushes()[1:], "the last")] == ["Last"]


def test_client_selects_in_every_way_it_has(cloud: TodayCloud, airship: ua.BasicAuthClient):
    selectors = [
        ua.device_token("ab" * 32), ua.apid(str(uuid.uuid4())), ua.wns(str(uuid.uuid4())), ua.tag_group("g", "t"),
        ua.date_attribute("seen", "equals", "years", "2025"), ua.date_attribute("seen", "before", "days", "2025-01-01"),
        ua.date_attribute("seen", "range", value="2025-01-01/2026-01-01"), ua.date_attribute("seen", "is_empty"),
    ]
    push = ua.Push(airship)
    push.device_types, push.notification = ua.device_types("all"), ua.notification(alert="x")
    for push.audience in selectors:
        push.validate()
    push.audience = ua.alias("a")
    with pytest.raises(ua.AirshipFailure):
        push.validate()


def test_client_uploads_a_list(cloud: TodayCloud, airship: ua.BasicAuthClient, tmp_path: Path):
    ada, bob = cloud.join("ada").listen(), cloud.join("bob").listen()
    lamp = ua.OpenChannel(airship)
    lamp.address, lamp.open_platform, lamp.opt_in, lamp.tags = "lamp-1", "lamp", True, []
    lamp.create()
    vip = ua.StaticList(airship, "vip_members")
    vip.description, vip.extra = "those who come first", {"key": "value"}
    assert vip.create() == {"ok": True}
    file = tmp_path / "vip.csv"

    def upload(rows: list[tuple[str, str]]) -> None:
        file.write_text("".join(f"{kind},{identifier}\n" for kind, identifier in rows))
        with file.open("rb") as csv:
            assert vip.upload(csv) == {"ok": True}

    upload([("named_user", "ada"), ("open_channel", lamp.channel_id), ("ios_channel", lamp.channel_id)])
    found = vip.lookup()
    assert isinstance(found.created, datetime.datetime) and isinstance(found.last_updated, datetime.datetime)
    assert (found.channel_count, found.status, found.extra) == (2, "ready", {"key": "value"})
    lines = ua.StaticList.download(airship, "vip_members").text.splitlines()
    assert sorted(lines) == sorted([f"open_channel,{ada.channel}", f"open_channel,{lamp.channel_id}"])
    # The client goes on saying that its bodies are packed, which they are not any more.
    send(airship, {"static_list": "vip_members"}, alert="For members")
    send(airship, ua.and_(ua.all_, ua.not_(ua.static_list("vip_members"))), alert="For others")
    bob.wait(lambda device: device.pushes(), "the push for others")
    ada.wait(lambda device: device.pushes(), "the push for members")

    # The file is longer than what the client sends at a time, and the list than what is looked up by its users.
    upload([("named_user", f"user-{number}-{uuid.uuid4()}") for number in range(6000)] + [("named_user", "bob")])
    send(airship, {"static_list": "vip_members"}, alert="For new members")
    bob.wait(lambda device: len(device.pushes()) == 2, "the push for new members")
    assert [push["alert"]["body"] for push in bob.pushes()] == ["For others", "For new members"]
    assert [push["alert"]["body"] for push in ada.pushes()] == ["For members"]

    vip.description = "changed"
    assert vip.update() == {"ok": True}
    ua.StaticList(airship, "another").create()
    assert [each.name for each in ua.StaticLists(airship)] == ["another", "vip_members"]
    file.write_text("named_user,ada\nnobody\n")
    with file.open("rb") as csv, pytest.raises(ua.AirshipFailure) as failure:
        vip.upload(csv)
    assert failure.value.error_code == 40003 and failure.value.details["location"]["line"] == 2
    assert vip.delete().status_code == 204
    with pytest.raises(ua.AirshipFailure) as failure:
        send(airship, {"static_list": "vip_members"}, alert="For nobody")
    assert failure.value.details["path"] == "audience.static_list"


def test_client_manages_segments(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada, bob = cloud.join("ada").listen(), cloud.join("bob").listen()
    news = ua.Segment()
    news.display_name, news.criteria = "News", ua.and_(ua.all_, ua.not_(ua.named_user("bob")))
    assert news.create(airship).status_code == 201
    send(airship, ua.segment(news.id), alert="For Ada")
    ada.wait(lambda device: device.pushes(), "the push for Ada")
    news.criteria = ua.named_user("bob")
    assert news.update(airship).json() == {"ok": True}
    send(airship, ua.segment(news.id), alert="For Bob")
    bob.wait(lambda device: device.pushes(), "the push for Bob")
    assert [push["alert"]["body"] for push in bob.pushes()] == ["For Bob"]
    assert [push["alert"]["body"] for push in ada.pushes()] == ["For Ada"]

    later = ua.ScheduledPush(airship)
    later.push, later.name = ua.Push(airship), "later"
    later.push.audience, later.push.device_types = ua.segment(news.id), ua.all_
    later.push.notification = ua.notification(alert="Later")
    later.schedule = ua.scheduled_time(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2))
    later.send()
    news.criteria = ua.named_user("ada")
    news.update(airship)
    ada.wait(lambda device: len(device.pushes()) == 2, "the scheduled push")
    assert len(bob.pushes()) == 1

    other = ua.Segment()
    other.display_name, other.criteria = "Other", ua.tag("other")
    other.create(airship)
    assert [each.display_name for each in ua.SegmentList(airship, limit=1)] == ["News", "Other"]
    assert ua.Segment.from_id(airship, news.id).json()["criteria"] == {"named_user": "ada"}
    assert news.delete(airship).status_code == 204
    with pytest.raises(ua.AirshipFailure) as failure:
        send(airship, ua.or_(ua.tag("a"), ua.segment(news.id)), alert="For nobody")
    assert failure.value.details["path"] == "audience.or[1].segment"


def test_client_sends_by_attribute(cloud: TodayCloud, airship: ua.BasicAuthClient):
    hosts = {person: cloud.join(person).listen() for person in ("ada", "bob", "eve")}
    day = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=3)
    seen = day.strftime("%Y-%m-%dT%H:%M:%S")
    own = [ua.Attribute("set", "team", "red"), ua.Attribute("set", "age", 30), ua.Attribute("set", "seen", seen)]
    answer = ua.ModifyAttributes(airship, own, channel=hosts["ada"].channel).send()
    assert answer.ok is True and answer.warning is None
    theirs = [
        ua.Attribute("set", "team", "dark red"), ua.Attribute("set", "age", 70, datetime.datetime(2026, 1, 2)),
        ua.Attribute("set", "gone", 1), ua.Attribute("set", "age", 20, datetime.datetime(2026, 1, 1)),
    ]
    assert ua.ModifyAttributes(airship, theirs, named_user="bob").send().warning is None
    assert ua.ModifyAttributes(airship, [ua.Attribute("remove", "gone")], named_user="bob").send().ok is True
    assert "nobody" in ua.ModifyAttributes(airship, own, named_user="nobody").send().warning
    changes = [{"action": "set", "key": "seen", "value": "2020-02-29T08:00:00+01:00"}]
    ua.NamedUser(airship, "bob").update(attributes=changes)
    # What the client's own method asks for has the attributes in its path; the documented path is this one.
    login = basic(cloud.ready["app_key"], cloud.ready["master_secret"])
    path = "/api/named_users/bob/attributes"
    size = {"attributes": [{"action": "set", "key": "size", "value": 2.5}]}
    assert cloud.request("POST", path, size, login)[0] == 200

    channel = ua.ChannelInfo(airship).lookup(hosts["ada"].channel)
    assert channel.attributes == {"team": "red", "age": 30, "seen": seen}
    user = ua.NamedUser(airship, "bob").lookup()["named_user"]
    assert user["attributes"] == {"team": "dark red", "age": 70, "seen": "2020-02-29T07:00:00", "size": 2.5}

    audiences = [
        (ua.text_attribute("team", "equals", "red"), ["ada"]),
        (ua.text_attribute("team", "contains", "red"), ["ada", "bob"]),
        (ua.text_attribute("team", "is_empty", "any"), ["eve"]),
        (ua.number_attribute("age", "greater", 60), ["bob"]),
        (ua.number_attribute("age", "equals", 30), ["ada"]),
        (ua.date_attribute("seen", "after", "days", 4), ["ada"]),
        (ua.date_attribute("seen", "before", "years", 1), ["bob"]),
        (ua.date_attribute("seen", "equals", "month_day", "02-29"), ["bob"]),
        (ua.date_attribute("seen", "range", value=f"2020-01-01T00:00:00/{seen}"), ["bob"]),
        (ua.date_attribute("seen", "is_empty"), ["eve"]),
        (ua.and_(ua.named_user("bob"), ua.not_(ua.number_attribute("age", "equals", 30))), ["bob"]),
        (ua.number_attribute("gone", "equals", 1), []),
    ]
    for index, (audience, _) in enumerate(audiences):
        send(airship, audience, alert=str(index))
    send(airship, alert="end")
    for person, host in hosts.items():
        alerts = host.wait(
            lambda device: [push["alert"]["body"] for push in device.pushes()][-1:] == ["end"] and device.pushes(),
            f"the last push of {person}",
        )
        expected = [str(index) for index, (_, people) in enumerate(audiences) if person in people]
        assert [push["alert"]["body"] for push in alerts] == expected + ["end"], person


def test_client_schedules(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada = cloud.join("ada").listen()
    push = ua.Push(airship)
    push.audience, push.device_types, push.notification = ua.all_, ua.device_types("ios"), ua.notification(alert="Tea")
    later = ua.ScheduledPush(airship)
    later.push, later.name = push, "tea"
    later.schedule = ua.scheduled_time(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2))
    later.send()
    again = ua.ScheduledPush(airship)
    again.push, again.name = push, "daily"
    again.schedule = ua.scheduled_time(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1))
    again.recurring = ua.recurring_schedule(1, "daily")
    again.send()

    assert sorted(each.name for each in ua.ScheduledList(airship, limit=1)) == ["daily", "tea"]
    again.pause()
    assert ua.ScheduledPush.from_url(airship, again.url).schedule["recurring"]["paused"] is True
    again.resume()
    again.update()
    again.cancel()
    assert ada.wait(lambda device: device.pushes(), "the scheduled push")[0]["alert"] == {"body": "Tea"}
    assert list(ua.ScheduledList(airship)) == []


def test_client_takes_a_message_back(cloud: TodayCloud, airship: ua.BasicAuthClient):
    ada = cloud.join("ada").listen()
    push = send(airship, message="Oops")[0]
    ada.wait(lambda device: device.pushes(), "the push")
    ua.Push.message_center_delete(airship, push)
    path = f"/api/user/{ada.inbox['user_id']}/messages"
    login = basic(ada.inbox["user_id"], ada.inbox["password"])
    assert json.loads(cloud.request("GET", path, headers=login)[2]) == {"messages": []}


def test_client_is_told_its_mistakes(cloud: TodayCloud, airship: ua.BasicAuthClient):
    with pytest.raises(ua.AirshipFailure) as failure:
        send(airship, {"tagg": "kitchen"}, alert="x")
    assert failure.value.error_code == 40001 and failure.value.details["path"] == "audience.tagg"
    wrong = ua.BasicAuthClient(cloud.ready["app_key"], "x" * 22)
    wrong.urls = airship.urls
    with pytest.raises(ua.Unauthorized):
        send(wrong, alert="x")
    low = ua.BasicAuthClient(cloud.ready["app_key"], cloud.ready["app_secret"])
    low.urls = airship.urls
    with pytest.raises(ua.AirshipFailure):
        send(low, alert="x")


def test_phone_does_what_the_ios_sdk_does(cloud: TodayCloud, airship: ua.BasicAuthClient):
    payload = {"channel": {"device_type": "ios", "opt_in": True, "background": True, "set_tags": True, "tags": ["a"]}}
    status, _, text = cloud.request("POST", "/api/channels/", payload, signed(cloud))
    channel = json.loads(text)["channel_id"]
    assert status == 201
    headers = signed(cloud, channel)
    status, _, text = cloud.request("GET", "/api/auth/device", headers=headers)
    token = json.loads(text)
    assert status == 200 and token["expires_in"] == 3_600_000
    assert cloud.request("GET", "/api/auth/device", headers=headers)[0] == 401  # A replay.
    bearer = {"Authorization": f"Bearer {token['token']}", "X-UA-Channel-ID": channel}
    assert cloud.request("PUT", f"/api/channels/{channel}", {"channel": {"opt_in": False}}, bearer)[0] == 200
    status, _, text = cloud.request("POST", "/api/user/", {"ios_channels": [channel]}, bearer)
    user = json.loads(text)
    assert status == 201
    login = basic(user["user_id"], user["password"])
    inbox = f"/api/user/{user['user_id']}"
    assert cloud.request("POST", inbox, {"ios_channels": {"add": [channel]}}, login)[0] == 200
    send(airship, ua.tag("a"), message="Dinner")
    messages = eventually(
        lambda: json.loads(cloud.request("GET", f"{inbox}/messages/", headers=login)[2])["messages"], "the message"
    )
    named = {"messages": [messages[0]["message_reporting"]]}
    assert cloud.request("POST", f"{inbox}/messages/unread/", named, login)[0] == 200
    assert cloud.request("POST", f"{inbox}/messages/delete/", named, login)[0] == 200
    assert json.loads(cloud.request("GET", f"{inbox}/messages/", headers=login)[2]) == {"messages": []}


def test_phone_whose_channel_was_removed_makes_another(cloud: TodayCloud, airship: ua.BasicAuthClient):
    # The SDK makes a new channel when the update of its own is answered with 409.
    def ask(method: str, path: str, headers: dict, body: dict | None = None) -> tuple[int, dict]:
        status, _, text = cloud.request(method, path, json.dumps(body).encode() if body else b"", headers)
        return status, json.loads(text)

    channel = {"device_type": "android", "opt_in": True, "android_api_version": 34, "alias": "old"}
    made, answer = ask("POST", "/api/channels/", signed(cloud), {"channel": channel})
    assert made == 201
    first = answer["channel_id"]
    token = ask("GET", "/api/auth/device", signed(cloud, first))[1]["token"]
    ua.ChannelUninstall(airship).uninstall([first])
    for _ in range(2):
        login = {"Authorization": f"Bearer {token}", "X-UA-Appkey": cloud.ready["app_key"]}
        assert ask("PUT", f"/api/channels/{first}", login, {"channel": {"opt_in": True}})[0] == 409
        token = ask("GET", "/api/auth/device", signed(cloud, first))[1]["token"]
    second = ask("POST", "/api/channels/", signed(cloud), {"channel": channel})[1]["channel_id"]
    assert [each.channel_id for each in ua.ChannelList(airship)] == [second]
    # What it measures meanwhile is taken, with and without its token.
    for _ in range(20):
        assert ask("POST", "/warp9/", login, {"events": []}) == (200, {})
    assert ask("POST", "/warp9", {}, {"events": []}) == (200, {})
    assert [each.channel_id for each in ua.ChannelList(airship)] == [second]
