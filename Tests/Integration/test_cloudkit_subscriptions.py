"""Wire tests of CloudKit Web Services: subscriptions, tokens, and notifications by the web courier.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.

No test waits for a notification not to come: one makes a change that must not be notified, then one that must be,
and sees that the second is what comes first.
"""

import pytest
from cloudkit_helpers import (
    Person,
    check_error,
    covers,
    failure,
    fresh,
    good,
    items_of,
    listed,
    sign_in,
    subscribe,
)
from cloudkit_requests import query_subscription, where, zone_subscription

SILENT = {"shouldSendContentAvailable": True}
FULL_INFO = {
    "alertBody": "A note",
    "alertLocalizationKey": "NOTE",
    "alertLocalizationArgs": ["text"],
    "alertActionLocalizationKey": "SHOW",
    "alertLaunchImage": "note.png",
    "soundName": "ping",
    "shouldBadge": True,
    "shouldSendContentAvailable": True,
    "additionalFields": ["text", "count"],
    "category": "notes",
}


@pytest.fixture
def ada(cloudkit):
    """A new person with an empty private database."""
    return Person(cloudkit, "ada")


# Subscriptions


def test_a_subscription_comes_back_as_it_was(ada):
    """A query's subscription has all its parts in the answers of create, list and lookup."""
    sent = query_subscription(
        "notes", "Note", ["create", "delete"], [where("count", "EQUALS", 1, "INT64")], FULL_INFO, True
    )
    [made] = subscribe(ada.phone, sent)
    [in_list] = good(ada.desktop.subscriptions_list())
    [looked_up] = good(ada.phone.subscriptions_lookup("notes"))
    for subscription in made, in_list, looked_up:
        assert sorted(subscription["firesOn"]) == ["create", "delete"]
        assert covers({**subscription, "firesOn": sent["firesOn"]}, sent), subscription
        assert subscription["zoneWide"] is True


def test_zone_wide_defaults_to_true(ada):
    """A subscription is zoneWide unless it says that it is not."""
    good(ada.phone.zones_modify("create", "today"))
    for record_type, wide in (("Note", None), ("Item", True), ("Other", False)):
        zone = None if wide is None else "today"
        sent = query_subscription(record_type.lower(), record_type, ["create"], zone=zone, zone_wide=wide)
        [made] = subscribe(ada.phone, sent)
        assert made["zoneWide"] is (wide is not False)


def test_a_zone_subscription_has_no_query(ada):
    """A subscription of type zone has its zone, and neither query nor firesOn nor firesOnce."""
    good(ada.phone.zones_modify("create", "today"))
    subscribe(ada.phone, zone_subscription("zone", "today", SILENT))
    [found] = good(ada.phone.subscriptions_lookup("zone"))
    assert covers(found, {"subscriptionType": "zone", "zoneID": {"zoneName": "today"}, "notificationInfo": SILENT})
    assert not {"query", "firesOn", "firesOnce"} & set(found)


def test_update_changes_a_subscription(ada):
    """After an update the subscription of that id has the new notificationInfo."""
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"], info={"alertBody": "old"}))
    changed = query_subscription("notes", "Note", ["create"], info={"alertBody": "new"})
    good(ada.phone.subscriptions_modify("update", changed))
    [found] = good(ada.phone.subscriptions_list())
    assert found["notificationInfo"]["alertBody"] == "new"


def test_delete_removes_a_subscription(ada):
    """A deleted subscription is not in the list; its lookup is NOT_FOUND next to the others' answers."""
    subscribe(ada.phone, query_subscription("a", "Note", ["create"]), query_subscription("b", "Note", ["delete"]))
    good(ada.phone.subscriptions_modify("delete", {"subscriptionID": "a"}))
    assert listed(ada.phone) == ["b"]
    gone, kept = items_of(ada.phone.subscriptions_lookup("a", "b"))
    check_error(gone, "NOT_FOUND")
    assert kept["subscriptionID"] == "b"


def test_a_second_query_for_the_same_changes_is_refused(ada):
    """Another id for the same record type and firesOn is INTERNAL_ERROR, also with another notificationInfo."""
    subscribe(ada.phone, query_subscription("notes", "Note", ["create", "update"]))
    for info in SILENT, {"alertBody": "A note"}:
        sent = query_subscription("others", "Note", ["update", "create"], info=info)
        assert failure(ada.phone.subscriptions_modify, "create", sent) == "INTERNAL_ERROR"
    # The set counts and not an overlap, and the same id is no second one.
    subscribe(
        ada.phone, query_subscription("notes", "Note", ["create", "update"]), query_subscription("new", "Note", ["create"]),
        query_subscription("filtered", "Note", ["create"], [where("count", "EQUALS", 1, "INT64")]),
    )
    assert listed(ada.phone) == ["filtered", "new", "notes"]


def test_subscriptions_belong_to_a_person_and_a_database(cloudkit, ada):
    """Somebody else, and the same person in the public database, do not see a subscription."""
    subscribe(ada.phone, query_subscription("notes", "Note", ["create"]))
    assert listed(ada.desktop) == ["notes"]
    assert listed(sign_in(cloudkit, fresh("ben"))) == []
    assert listed(ada.phone.using("public")) == []


def test_a_subscription_that_makes_no_sense_is_refused(ada, subtests):
    """A subscription with wrong parts is BAD_REQUEST and is not stored."""
    for change in (
        {"subscriptionType": "moon"},
        {"firesOn": ["explode"]},
        {"firesOn": "create"},
        {"firesOn": [1]},
        {"firesOn": []},
        {"query": "Note"},
        {"query": {"filterBy": []}},
        {"query": {"recordType": "Note", "filterBy": [where("text", "RESEMBLES", "x")]}},
        {"notificationInfo": "hello"},
        {"notificationInfo": {"alertBody": 5}},
        {"subscriptionID": 5},
    ):
        with subtests.test(change=change):
            sent = {**query_subscription("notes", "Note", ["create"]), **change}
            assert failure(ada.phone.subscriptions_modify, "create", sent) == "BAD_REQUEST"
            assert listed(ada.phone) == []


def test_a_subscription_operation_that_makes_no_sense_is_refused(ada):
    """A subscription operation with missing or wrong parts is BAD_REQUEST."""
    for sent in {}, {"operationType": "create"}, {"operationType": "explode", "subscription": {}}:
        assert failure(ada.phone.call, "subscriptions/modify", {"operations": [sent]}) == "BAD_REQUEST", sent
