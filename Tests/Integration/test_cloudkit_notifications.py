"""Wire tests of CloudKit Web Services: tokens, and notifications by the web courier.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.

No test waits for a notification not to come: one makes a change that must not be notified, then one that must be,
and sees that the second is what comes first.
"""

import re
import urllib.parse
import uuid

import pytest
from cloudkit_client import Courier, WebLogin
from cloudkit_helpers import (
    Person,
    check_error,
    connect,
    fresh,
    good,
    listed,
    names,
    refuses,
    save,
    sign_in,
    subscribe,
)
from cloudkit_requests import (
    create,
    delete,
    force_delete,
    operation,
    query_subscription,
    update,
    where,
    zone_subscription,
)

SILENT = {"shouldSendContentAvailable": True}


@pytest.fixture
def ada(cloudkit):
    """A new person with an empty private database."""
    return Person(cloudkit, "ada")


def add(client, *record_names, record_type="Note", zone=None, **contents):
    """Create records."""
    contents = contents or {"text": "Milk"}
    return save(client, *(create(record_type, contents, name) for name in record_names), zone=zone)


def told(courier):
    """The subscription, record and kind of change of the next notification."""
    about = courier.next(20)["ck"]["qry"]
    return about["sid"], about["rid"], about["fo"]


# Tokens


def test_tokens_at_all_their_paths(ada):
    """create answers with a hexadecimal token and a URL; register takes the token, at each of the paths."""
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    couriers = []
    for where_ in "device", "database", "public", "private":
        for client_id in None, "0F8FAD5B-D9CB-469F-A165-70867728950E":
            token = ada.phone.tokens_create(client_id=client_id, where=where_)
            assert token["apnsEnvironment"] == "development"
            assert re.fullmatch("[0-9a-fA-F]+", token["apnsToken"])
            assert urllib.parse.urlsplit(token["webcourierURL"]).scheme in ("http", "https")
            assert ada.phone.tokens_register(token["apnsToken"], where=where_).status == 200
            name = f"n{len(couriers)}"
            add(ada.desktop, name)
            assert told(Courier(token["webcourierURL"], ada.phone.context)) == ("notes", name, 1)
            couriers.append((token["apnsToken"], token["webcourierURL"]))
    # Each token is another, though one login made them.
    assert [len(set(parts)) for parts in zip(*couriers)] == [8, 8]


def test_token_requests_need_their_parts(ada, subtests):
    """create needs apnsEnvironment, register apnsEnvironment and apnsToken: otherwise BAD_REQUEST."""
    for what, body in (
        ("create", {}),
        ("create", {"apnsEnvironment": "moon"}),
        ("create", {"apnsEnvironment": 5}),
        ("register", {}),
        ("register", {"apnsEnvironment": "development"}),
        ("register", {"apnsToken": "00ff"}),
        ("register", {"apnsEnvironment": "moon", "apnsToken": "00ff"}),
        ("register", {"apnsEnvironment": "development", "apnsToken": 5}),
    ):
        with subtests.test(what=what, body=body), refuses("BAD_REQUEST"):
            ada.phone.call("tokens", body, path=ada.phone.tokens_path(what))


def test_tokens_need_a_login(cloudkit):
    """Without a login both operations are AUTHENTICATION_REQUIRED at every path."""
    nobody = connect(cloudkit, WebLogin(cloudkit.api_token))
    for where_ in "device", "database", "private":
        with refuses("AUTHENTICATION_REQUIRED"):
            nobody.tokens_create(where=where_)
        with refuses("AUTHENTICATION_REQUIRED"):
            nobody.tokens_register("00ff", where=where_)


# The courier


def test_the_courier_is_open_for_browsers(ada):
    """The courier answers a plain GET without credentials, 200, with CORS open."""
    courier = ada.phone.courier()
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    add(ada.desktop, "n1", "n2")
    for name, origin in (("n1", None), ("n2", "https://notes.example.org")):
        answer = courier.answer(headers={"Origin": origin} if origin else None)
        assert answer.status == 200
        if origin:
            assert answer.headers["Access-Control-Allow-Origin"] in ("*", origin)
        assert answer.data["ck"]["qry"]["rid"] == name


def test_a_poll_hangs_until_a_notification(ada):
    """A poll that is under way is answered by the next change."""
    courier = ada.phone.courier()
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    poll = courier.start()
    assert poll.started.wait(30) and not poll.done()
    add(ada.desktop, "n1")
    assert poll.result()["ck"]["qry"]["rid"] == "n1"


def test_notifications_wait_for_the_next_poll(ada):
    """What happens while nobody polls comes later, one notification for each poll, in order, on each token."""
    phone, watch = ada.phone.courier(), ada.phone.courier()
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    for name in "n1", "n2", "n3":
        add(ada.desktop, name)
    for courier in phone, watch:
        assert [told(courier)[1] for _ in range(3)] == ["n1", "n2", "n3"]


# Notifications


def test_the_shape_of_a_notification(cloudkit, ada, subtests):
    """`ck` has all its parts; `aps` has the alert unless that is empty, and content-available."""
    courier = ada.phone.courier()
    shapes = [
        (None, {}),
        (SILENT, {"content-available": 1}),
        ({"alertBody": "A note"}, {"alert": "A note"}),
        ({"alertBody": "A note", **SILENT}, {"alert": "A note", "content-available": 1}),
        ({"alertBody": "", **SILENT}, {"content-available": 1}),
        (
            {
                "alertBody": "A note", "alertLocalizationKey": "NOTE_%@", "alertLocalizationArgs": ["text", "missing"],
                "alertActionLocalizationKey": "OPEN", "alertLaunchImage": "note.png", "soundName": "note.caf",
                "shouldBadge": True, "category": "note", **SILENT,
            },
            {
                "alert": {
                    "body": "A note", "loc-key": "NOTE_%@", "loc-args": ["Milk", ""], "action-loc-key": "OPEN",
                    "launch-image": "note.png",
                },
                "sound": "note.caf", "badge": 1, "category": "note", "content-available": 1,
            },
        ),
    ]
    for number, (info, aps) in enumerate(shapes):
        with subtests.test(info=info):
            identifier, record_type = f"notes-created-{number}", f"Note{number}"
            subscribe(ada.phone, query_subscription(identifier, record_type, ["create"], info=info))
            add(ada.desktop, f"n{number}", record_type=record_type)
            frame = courier.next()
            assert frame.get("aps", {}) == aps
            about = frame["ck"]
            assert uuid.UUID(about.pop("nid"))
            assert isinstance(about["qry"].pop("dbs"), int)
            assert about == {
                "ce": 2,
                "ckuserid": ada.id,
                "cid": cloudkit.container,
                "aux": {},
                "qry": {"sid": identifier, "rid": f"n{number}", "zid": "_defaultZone", "zoid": ada.id, "fo": 1},
            }


def test_fo_tells_the_kind_of_change(ada):
    """fo is 1 for a created, 2 for an updated and 3 for a deleted record, by force or not."""
    courier = ada.phone.courier()
    subscribe(ada.phone, query_subscription("notes", "Note", ["create", "update", "delete"]))
    [one] = add(ada.desktop, "n1")
    [one] = save(ada.desktop, update("Note", "n1", {"text": "Tea"}, one["recordChangeTag"]))
    save(ada.desktop, operation("replace", "n1", "Note", {"text": "Rum"}, one["recordChangeTag"]))
    save(ada.desktop, delete("n1"))
    for kind in "forceUpdate", "forceReplace":
        for text in "Milk", "Tea":
            save(ada.desktop, operation(kind, kind, "Note", {"text": text}))
        save(ada.desktop, force_delete(kind))
    assert [told(courier)[1:] for _ in range(10)] == [
        ("n1", 1), ("n1", 2), ("n1", 2), ("n1", 3),
        ("forceUpdate", 1), ("forceUpdate", 2), ("forceUpdate", 3),
        ("forceReplace", 1), ("forceReplace", 2), ("forceReplace", 3),
    ]


def test_fires_on_chooses_the_changes(ada):
    """A subscription is not notified of changes that are not in its firesOn."""
    courier = ada.phone.courier()
    subscribe(ada.phone, query_subscription("end", "Item", ["create"]))
    for number, (fires_on, kind) in enumerate((("create", 1), ("update", 2), ("delete", 3))):
        record_type = f"Note{number}"
        subscribe(ada.phone, query_subscription(fires_on, record_type, [fires_on]))
        [one] = add(ada.desktop, f"n{number}", record_type=record_type)
        save(ada.desktop, update(record_type, f"n{number}", {"text": "Tea"}, one["recordChangeTag"]))
        save(ada.desktop, delete(f"n{number}"))
        add(ada.desktop, f"i{number}", record_type="Item")
        assert [told(courier) for _ in range(2)] == [(fires_on, f"n{number}", kind), ("end", f"i{number}", 1)]


def test_the_query_chooses_the_records(ada):
    """Only records of the type that match every filter are notified."""
    courier = ada.phone.courier()
    filters = [where("count", "GREATER_THAN", 1), where("text", "BEGINS_WITH", "Milk")]
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"], filters))
    add(ada.desktop, "i1", record_type="Item", text="Milk", count=2)
    add(ada.desktop, "n1", text="Milk", count=1)
    add(ada.desktop, "n2", text="Tea", count=2)
    add(ada.desktop, "n3", text="Milk")
    add(ada.desktop, "n4", text="Milky", count=2)
    assert told(courier)[1] == "n4"


def test_one_change_has_one_nid(ada):
    """A change that matches three subscriptions gives three frames with the same nid; another has another."""
    courier = ada.phone.courier()
    for name, fires_on in ("a", ["create"]), ("b", ["create", "update"]), ("c", ["create", "delete"]):
        subscribe(ada.phone, query_subscription(name, "Note", fires_on))
    nids = []
    for record in "n1", "n2":
        add(ada.desktop, record)
        frames = [courier.next()["ck"] for _ in range(3)]
        assert sorted(frame["qry"]["sid"] for frame in frames) == ["a", "b", "c"]
        assert {frame["qry"]["rid"] for frame in frames} == {record}
        [nid] = {frame["nid"] for frame in frames}
        nids.append(nid)
    assert nids[0] != nids[1]


def test_the_login_that_made_the_change_is_not_notified(ada):
    """Each login hears of the other's changes only, though both gave the same clientId."""
    phone, desktop = (each.courier("0F8FAD5B-D9CB-469F-A165-70867728950E") for each in (ada.phone, ada.desktop))
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    add(ada.desktop, "by-desktop")
    add(ada.phone, "by-phone")
    add(ada.desktop, "by-desktop-again")
    assert told(desktop)[1] == "by-phone"
    assert [told(phone)[1] for _ in range(2)] == ["by-desktop", "by-desktop-again"]


def test_others_are_not_notified_of_a_private_database(cloudkit, ada):
    """Changes in one person's private database are not notified to another's token."""
    ben = Person(cloudkit, "ben")
    courier = ben.phone.courier()
    for person in ada, ben:
        subscribe(person.phone, query_subscription("notes", "Note", ["create"]))
    add(ada.desktop, "of-ada")
    add(ben.desktop, "of-ben")
    assert told(courier)[1] == "of-ben"


def test_others_changes_in_the_public_database_are_notified(cloudkit, ada):
    """A subscription in the public database hears of everybody's changes there."""
    ben, record_type = sign_in(cloudkit, fresh("ben"), "public"), fresh("Post")
    courier = ada.phone.courier()
    subscribe(ada.phone.using("public"), query_subscription(fresh("posts"), record_type, ["create"]))
    [record] = add(ben, fresh("p"), record_type=record_type)
    frame = courier.next()
    assert frame["ck"]["ckuserid"] == ada.id and frame["ck"]["qry"]["rid"] == record["recordName"]


def test_fires_once_fires_once(ada):
    """After its first notification a subscription with firesOnce is gone."""
    courier = ada.phone.courier()
    subscribe(ada.phone, query_subscription("once", "Note", ["create"], fires_once=True))
    subscribe(ada.phone, query_subscription("end", "Item", ["create"]))
    add(ada.desktop, "n1")
    add(ada.desktop, "n2")
    add(ada.desktop, "i1", record_type="Item")
    assert [told(courier)[0] for _ in range(2)] == ["once", "end"]
    assert listed(ada.phone) == ["end"]


@pytest.mark.parametrize("wide, first", [(None, "other"), (True, "other"), (False, "today")])
def test_zone_wide_chooses_the_zones(ada, wide, first):
    """By default a subscription hears of every zone; with zoneWide false, of its own only."""
    courier = ada.phone.courier()
    good(ada.phone.zones_modify("create", "today", "other"))
    zone = None if wide is None else "today"
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"], zone=zone, zone_wide=wide))
    for zone in "other", "today":
        add(ada.desktop, "in-" + zone, zone=zone)
    about = courier.next()["ck"]["qry"]
    assert (about["zid"], about["rid"]) == (first, "in-" + first)


def test_a_zone_subscription_hears_of_all_in_its_zone(ada):
    """A zone's notification has `fet` instead of `qry`, for each kind of change, in that zone only."""
    courier = ada.phone.courier()
    good(ada.phone.zones_modify("create", "today", "other"))
    subscribe(ada.phone, zone_subscription("zone", "today", SILENT))
    changes = [create("Note", {"text": "Milk"}, "n1"), delete("n1")]
    for change in changes:
        save(ada.desktop, change, zone="other")
        save(ada.desktop, change, zone="today")
        frame = courier.next()
        assert frame["aps"] == {"content-available": 1} and "qry" not in frame["ck"]
        assert isinstance(frame["ck"]["fet"].pop("dbs"), int)
        assert frame["ck"]["fet"] == {"sid": "zone", "zid": "today", "zoid": ada.id}


def test_a_failed_batch_notifies_nobody(ada):
    """Nothing of an atomic batch that failed is notified."""
    courier = ada.phone.courier()
    good(ada.phone.zones_modify("create", "today"))
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    failed = ada.desktop.records_modify([create("Note", {"text": "x"}, "n1"), delete("gone")], zone="today")
    assert names(failed["records"]) == ["n1", "gone"]
    check_error(failed["records"][0], "ATOMIC_ERROR", recordName="n1")
    add(ada.desktop, "n2", zone="today")
    assert told(courier)[1] == "n2"
