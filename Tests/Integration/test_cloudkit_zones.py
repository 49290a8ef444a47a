"""Wire tests of CloudKit Web Services: zones, and changes with sync tokens.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import pytest
from cloudkit_helpers import (
    covers,
    failure,
    fresh,
    good,
    is_missing,
    names,
    refuses,
    save,
    sign_in,
    values,
)
from cloudkit_requests import create, delete, update, zone_request


# Zones


def test_zones_are_made_listed_and_looked_up(ada):
    """A created zone is atomic, has a sync token and Ada as its owner, and is in list and lookup."""
    me = ada.users_current()["userRecordName"]
    [made] = good(ada.zones_modify("create", "today"))
    [looked_up] = good(ada.zones_lookup("today"))
    listed = {zone["zoneID"]["zoneName"]: zone for zone in good(ada.zones_list())}
    for zone in made, looked_up, listed["today"]:
        assert covers(zone["zoneID"], {"zoneName": "today", "ownerRecordName": me}), zone
        assert zone["atomic"] is True
        assert isinstance(zone["syncToken"], str) and zone["syncToken"]
    [default] = good(ada.zones_lookup("_defaultZone"))
    assert default["zoneID"]["zoneName"] == "_defaultZone" and default["atomic"] is False


def test_the_owner_of_a_zone_may_be_given(ada, today):
    """A zoneID with its ownerRecordName means the same zone as one without."""
    me = ada.users_current()["userRecordName"]
    save(ada, create("Note", {"text": "Milk"}, "n1"), zone={"zoneName": today, "ownerRecordName": me})
    assert names(ada.records_lookup(["n1"], zone=today)["records"]) == ["n1"]


def test_creating_a_zone_twice_returns_it(ada, today):
    """The second creation succeeds and keeps the records."""
    save(ada, create("Note", {"text": "Milk"}, "n1"), zone=today)
    [again] = good(ada.zones_modify("create", today))
    assert again["zoneID"]["zoneName"] == today and again["atomic"] is True
    assert not is_missing(ada, "n1", zone=today)


def test_a_zone_operation_that_makes_no_sense_is_refused(ada):
    """A zone operation with missing or wrong parts is BAD_REQUEST."""
    for operation in (
        {"operationType": "rename", "zone": {"zoneID": {"zoneName": "z"}}},
        {"operationType": "create"},
        {"operationType": "create", "zone": {}},
        {"operationType": "create", "zone": {"zoneID": {"zoneName": 5}}},
        {"operationType": "create", "zone": {"zoneID": {"zoneName": ""}}},
    ):
        assert failure(ada.call, "zones/modify", {"operations": [operation]}) == "BAD_REQUEST", operation


# Changes


def since_records(client, zone, token=None, limit=None):
    """One page of records/changes."""
    return client.records_changes(zone, token, limit)


def since_zone(client, zone, token=None, limit=None):
    """One page of changes/zone, for one zone."""
    [page] = good(client.changes_zone(zone_request(zone, token, results_limit=limit)))
    assert page["zoneID"]["zoneName"] == zone
    return page


@pytest.mark.parametrize("since", [since_records, since_zone])
class TestChangesOfAZone:
    """records/changes and its successor changes/zone."""

    def test_all_and_then_only_news(self, ada, today, since):
        """Without a token come all records; with one what changed since, deletions as name and deleted."""
        [one, *_] = save(ada, *(create("Note", {"text": name}, name) for name in ("n1", "n2", "n3")), zone=today)
        page = since(ada, today)
        assert sorted(names(page["records"])) == ["n1", "n2", "n3"] and page["moreComing"] is False
        assert {record["fields"]["text"]["value"] for record in page["records"]} == {"n1", "n2", "n3"}
        quiet = since(ada, today, page["syncToken"])
        assert quiet["records"] == [] and quiet["moreComing"] is False
        save(ada, update("Note", "n1", {"text": "Tea"}, one["recordChangeTag"]), delete("n2"), zone=today)
        save(ada, create("Note", {"text": "elsewhere"}, "n4"))
        for token in page["syncToken"], quiet["syncToken"]:
            news = {record["recordName"]: record for record in since(ada, today, token)["records"]}
            assert set(news) == {"n1", "n2"}
            assert values(news["n1"]) == {"text": "Tea"}
            assert news["n2"]["deleted"] is True and not news["n1"].get("deleted")

    def test_pages(self, ada, today, since):
        """With resultsLimit the changes come in pages, moreComing on all but the last, each record once."""
        wanted = [f"n{number}" for number in range(5)]
        save(ada, *(create("Note", {"text": name}, name) for name in wanted), zone=today)
        seen, token, more = [], None, True
        while more and len(seen) <= 5:
            page = since(ada, today, token, 2)
            assert 1 <= len(page["records"]) <= 2
            seen, token, more = seen + names(page["records"]), page["syncToken"], page["moreComing"]
        assert sorted(seen) == wanted and more is False

    def test_tokens_of_other_places_are_refused(self, cloudkit, ada, today, since):
        """A sync token of another zone, person, database, container or nobody is BAD_REQUEST."""
        ben, there = (
            sign_in(cloudkit, fresh("ben")),
            sign_in(cloudkit, fresh("ada"), container=cloudkit.second_container),
        )
        tokens = [ada.changes_database()["syncToken"], "made-up"]
        for client, zone in (ada, "other"), (ben, today), (there, today):
            good(client.zones_modify("create", zone))
            save(client, create("Note", {"text": "x"}, "n1"), zone=zone)
            tokens.append(since(client, zone)["syncToken"])
        for token in tokens:
            assert failure(changes_with, since, ada, today, token) == "BAD_REQUEST", token


def changes_with(since, client, zone, token):
    """The whole answer of one of the two operations, errors in its array included."""
    if since is since_records:
        return client.records_changes(zone, token)
    return client.changes_zone(zone_request(zone, token))


def test_changes_of_several_zones(ada):
    """changes/zone answers for each zone with its own records and token, a missing one among them."""
    tokens = {}
    good(ada.zones_modify("create", "one", "two"))
    for zone in "one", "two":
        save(ada, create("Note", {"text": zone}, "in-" + zone), zone=zone)
    for page in good(ada.changes_zone(zone_request("one"), zone_request("two"))):
        zone = page["zoneID"]["zoneName"]
        assert names(page["records"]) == ["in-" + zone]
        tokens[zone] = page["syncToken"]
    save(ada, delete("in-two"), zone="two")
    first, second = good(ada.changes_zone(*(zone_request(zone, tokens[zone]) for zone in ("one", "two"))))
    assert first["records"] == [] and names(second["records"]) == ["in-two"]
    assert failure(ada.changes_zone, zone_request("nowhere")) == "ZONE_NOT_FOUND"


def zone_names(answer):
    """The names of the custom zones of an answer."""
    zones = [zone["zoneID"]["zoneName"] for zone in answer["zones"]]
    return sorted(name for name in zones if name != "_defaultZone")


@pytest.mark.parametrize("operation", ["changes/database", "zones/changes"])
def test_changes_of_a_database(ada, operation):
    """All zones come first, then those made, changed or deleted since the token; a deleted one once."""
    good(ada.zones_modify("create", "one", "two", "three"))
    start = ada.call(operation, {})
    assert zone_names(start) == ["one", "three", "two"] and start["moreComing"] is False
    assert zone_names(ada.call(operation, {"syncToken": start["syncToken"]})) == []
    save(ada, create("Note", {"text": "Milk"}, "n1"), zone="one")
    good(ada.zones_modify("delete", "two"))
    news = ada.call(operation, {"syncToken": start["syncToken"]})
    zones = {zone["zoneID"]["zoneName"]: zone for zone in news["zones"]}
    assert zone_names(news) == ["one", "two"]
    assert zones["two"]["deleted"] is True and not zones["one"].get("deleted")
    assert zone_names(ada.call(operation, {"syncToken": news["syncToken"]})) == []


def test_pages_of_the_changes_of_a_database(ada):
    """With resultsLimit the zones come in pages, each zone once."""
    good(ada.zones_modify("create", "one", "two", "three"))
    for operation in "changes/database", "zones/changes":
        seen, body = [], {"resultsLimit": 1}
        for _ in range(6):
            page = ada.call(operation, body)
            assert len(page["zones"]) <= 1
            seen += zone_names(page)
            body = {"resultsLimit": 1, "syncToken": page["syncToken"]}
            if not page["moreComing"]:
                break
        assert sorted(seen) == ["one", "three", "two"] and page["moreComing"] is False


def test_database_tokens_of_other_places_are_refused(cloudkit, ada, today):
    """A database's sync token of another person, container, zone or nobody is BAD_REQUEST."""
    ben = sign_in(cloudkit, fresh("ben"))
    there = sign_in(cloudkit, fresh("ada"), container=cloudkit.second_container)
    zone_token = ada.records_changes(today)["syncToken"]
    for token in ben.changes_database()["syncToken"], there.changes_database()["syncToken"], zone_token, "made-up":
        for operation in "changes/database", "zones/changes":
            with refuses("BAD_REQUEST"):
                ada.call(operation, {"syncToken": token})
