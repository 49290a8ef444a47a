"""Wire tests of CloudKit Web Services: queries, pages, zones, and changes with sync tokens.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import pytest
from cloudkit_client import by, create, delete, update, value, where, zone_request
from cloudkit_helpers import (
    check_error,
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

DUE = 1772380800000
BERLIN = {"latitude": 52.52, "longitude": 13.405}
MUNICH = {"latitude": 48.137, "longitude": 11.575}
NEW_YORK = {"latitude": 40.713, "longitude": -74.006}
POTSDAM = {"latitude": 52.4, "longitude": 13.06}
TO_A = {"recordName": "a", "action": "NONE"}
TO_B = {"recordName": "b", "action": "NONE"}


@pytest.fixture
def ada(cloudkit):
    """A new person, signed in to an empty private database."""
    return sign_in(cloudkit, fresh("ada"))


@pytest.fixture
def today(ada):
    """The name of a zone of Ada's own."""
    good(ada.zones_modify("create", "today"))
    return "today"


@pytest.fixture
def shelf(ada):
    """Ada, with four items: a, b, c, and d, which lacks every field that is asked for."""
    rows = {
        "a": ("Milk and bread", 1, 1.5, DUE, ["red", "green"], BERLIN, TO_A),
        "b": ("Oatmilk", 2, 2.5, DUE + 1000, ["blue"], MUNICH, TO_B),
        "c": ("Bread", 3, 3.5, DUE + 2000, ["redwood", "blue"], NEW_YORK, TO_B),
    }
    save(
        ada,
        *(
            create(
                "Item",
                {
                    "text": text,
                    "count": count,
                    "price": price,
                    "due": value(due, "TIMESTAMP"),
                    "tags": value(tags, "STRING_LIST"),
                    "place": value(place, "LOCATION"),
                    "target": value(target, "REFERENCE"),
                },
                name,
            )
            for name, (text, count, price, due, tags, place, target) in rows.items()
        ),
        create("Item", {"other": "lacks all"}, "d"),
    )
    return ada


def found(client, *filters, **options):
    """The names of the items that match, as one string in alphabetical order."""
    return "".join(sorted(names(client.query_all("Item", filter_by=list(filters), **options))))


# Queries


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize(
    "field, comparator, content, field_type, expected",
    [
        ("count", "EQUALS", 2, "INT64", "b"),
        ("text", "EQUALS", "Bread", "STRING", "c"),
        ("price", "EQUALS", 2.5, "DOUBLE", "b"),
        ("due", "EQUALS", DUE, "TIMESTAMP", "a"),
        ("target", "EQUALS", TO_B, "REFERENCE", "bc"),
        ("count", "NOT_EQUALS", 2, "INT64", "ac"),
        ("text", "NOT_EQUALS", "Bread", "STRING", "ab"),
        ("count", "LESS_THAN", 2, "INT64", "a"),
        ("due", "LESS_THAN", DUE + 1000, "TIMESTAMP", "a"),
        ("count", "LESS_THAN_OR_EQUALS", 2, "INT64", "ab"),
        ("count", "GREATER_THAN", 2, "INT64", "c"),
        ("price", "GREATER_THAN", 2.25, "DOUBLE", "bc"),
        ("count", "GREATER_THAN_OR_EQUALS", 2, "INT64", "bc"),
        ("count", "IN", [1, 3, 5], "INT64_LIST", "ac"),
        ("text", "IN", ["Bread", "Butter"], "STRING_LIST", "c"),
        ("count", "NOT_IN", [1, 3, 5], "INT64_LIST", "b"),
        ("text", "CONTAINS_ALL_TOKENS", "bread MILK", "STRING", "a"),
        ("text", "CONTAINS_ALL_TOKENS", "bread tea", "STRING", ""),
        ("text", "CONTAINS_ANY_TOKENS", "MILK tea", "STRING", "a"),
        ("text", "CONTAINS_ANY_TOKENS", "milk bREAD", "STRING", "ac"),
        ("text", "CONTAINS_ANY_TOKENS", "brea", "STRING", ""),
        ("tags", "LIST_CONTAINS", "red", "STRING", "a"),
        ("tags", "LIST_CONTAINS", "blue", "STRING", "bc"),
        ("tags", "NOT_LIST_CONTAINS", "red", "STRING", "bc"),
        ("text", "BEGINS_WITH", "Milk", "STRING", "a"),
        ("text", "NOT_BEGINS_WITH", "Milk", "STRING", "bc"),
        ("tags", "LIST_MEMBER_BEGINS_WITH", "red", "STRING", "ac"),
        ("tags", "NOT_LIST_MEMBER_BEGINS_WITH", "red", "STRING", "b"),
    ],
)
def test_a_comparator(shelf, field, comparator, content, field_type, expected, typed):
    """What each comparator finds, with and without a type; d, which lacks the field, is never found."""
    assert found(shelf, where(field, comparator, content, field_type if typed else None)) == expected


@pytest.mark.parametrize("typed", ["LOCATION", None])
def test_near(shelf, typed):
    """NEAR finds the records within `distance` (m); without one it finds at least the nearest, and never d."""
    near = where("place", "NEAR", POTSDAM, typed, distance=50_000)
    assert found(shelf, near) == "a"
    assert found(shelf, where("place", "NEAR", POTSDAM, typed, distance=1_000_000)) == "ab"
    anywhere = found(shelf, where("place", "NEAR", POTSDAM, typed))
    assert "a" in anywhere and "d" not in anywhere


@pytest.mark.parametrize("comparator", ["EQUALS", "NOT_EQUALS", "NOT_IN", "NOT_BEGINS_WITH", "LESS_THAN"])
def test_a_field_that_no_record_has_matches_nothing(shelf, comparator):
    """A record that lacks the field matches no comparator, not even a negative one."""
    content = ["x"] if comparator == "NOT_IN" else "x"
    save(shelf, create("Item", {"rare": "y"}, "e"))
    save(shelf, delete("e"))
    assert found(shelf, where("rare", comparator, content)) == ""


def test_all_filters_must_match(shelf):
    """A record must match every filter; no filter matches all records of the type and no other type's."""
    save(shelf, create("Note", {"text": "Bread"}, "n1"))
    assert found(shelf, where("count", "GREATER_THAN", 1), where("tags", "LIST_CONTAINS", "blue")) == "bc"
    assert found(shelf, where("count", "EQUALS", 1), where("text", "EQUALS", "Bread")) == ""
    assert found(shelf) == "abcd"


@pytest.mark.parametrize(
    "order, expected",
    [
        ([by("count")], "abc"),
        ([by("count", False)], "cba"),
        ([by("price", False)], "cba"),
        ([by("due")], "abc"),
        ([by("text")], "cab"),
        ([by("same"), by("count", False)], "cba"),
    ],
)
def test_sort_by(shelf, order, expected):
    """sortBy orders by each field in turn, ascending or not."""
    current = shelf.records_lookup(["a", "b", "c"])["records"]
    save(shelf, *(update("Item", item["recordName"], {"same": 1}, item["recordChangeTag"]) for item in current))
    records = shelf.records_query("Item", filter_by=[where("count", "GREATER_THAN", 0)], sort_by=order)["records"]
    assert "".join(names(records)) == expected


def test_desired_keys_of_a_query(shelf):
    """With desiredKeys each record found has these fields only."""
    wanted = [where("count", "EQUALS", 1)]
    [record] = shelf.records_query("Item", filter_by=wanted, desired_keys=["text", "price"])["records"]
    assert values(record) == {"text": "Milk and bread", "price": 1.5}
    assert record["recordChangeTag"] and record["recordType"] == "Item"


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6])
def test_pages_of_a_query(ada, limit):
    """Pages of resultsLimit records, each with a continuationMarker but the last, show every record once."""
    wanted = [f"n{number}" for number in range(5)]
    save(ada, *(create("Note", {"count": number}, name) for number, name in enumerate(wanted)))
    seen, marker = [], None
    while len(seen) <= 5:
        page = ada.records_query("Note", sort_by=[by("count")], results_limit=limit, continuation_marker=marker)
        assert len(page["records"]) <= limit
        seen += names(page["records"])
        marker = page.get("continuationMarker")
        if not marker:
            break
        assert isinstance(marker, str) and len(page["records"]) == limit
    assert seen == wanted


def test_pages_keep_to_their_query(shelf):
    """A page that continues a query has its filters and desired keys."""
    some = {"filter_by": [where("tags", "LIST_CONTAINS", "blue")], "sort_by": [by("count")]}
    some |= {"results_limit": 1, "desired_keys": ["count"]}
    assert [values(record) for record in shelf.query_all("Item", **some)] == [{"count": 2}, {"count": 3}]


def test_a_made_up_continuation_marker_is_refused(ada):
    """A continuationMarker that no answer gave is BAD_REQUEST."""
    save(ada, create("Note", {"text": "Milk"}))
    with refuses("BAD_REQUEST"):
        ada.records_query("Note", continuation_marker="made-up")


@pytest.mark.parametrize(
    "query",
    [
        None,
        {},
        [],
        {"recordType": 5},
        {"recordType": "Item", "filterBy": {}},
        {"recordType": "Item", "filterBy": [1]},
        {"recordType": "Item", "filterBy": [where("count", "RESEMBLES", 1)]},
        {"recordType": "Item", "filterBy": [where("count", None, 1)]},
        {"recordType": "Item", "filterBy": [{"comparator": "EQUALS", "fieldValue": {"value": 1}}]},
        {"recordType": "Item", "filterBy": [{"comparator": "EQUALS", "fieldName": "count"}]},
        {"recordType": "Item", "filterBy": [where("count", "IN", 1)]},
        {"recordType": "Item", "filterBy": [where("place", "NEAR", "here")]},
        {"recordType": "Item", "sortBy": "count"},
        {"recordType": "Item", "sortBy": [{"ascending": True}]},
    ],
)
def test_a_query_that_makes_no_sense_is_refused(shelf, query):
    """A query with missing or wrong parts is BAD_REQUEST."""
    with refuses("BAD_REQUEST"):
        shelf.call("records/query", {} if query is None else {"query": query})


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


def test_deleting_a_zone_deletes_its_records(ada, today):
    """A deleted zone is not there any more; one of the same name starts empty."""
    save(ada, create("Note", {"text": "Milk"}, "n1"), zone=today)
    good(ada.zones_modify("delete", today))
    assert failure(ada.records_query, "Note", zone=today) == "ZONE_NOT_FOUND"
    assert today not in [zone["zoneID"]["zoneName"] for zone in ada.zones_list()["zones"]]
    good(ada.zones_modify("create", today))
    assert ada.query_all("Note", zone=today) == [] and is_missing(ada, "n1", zone=today)


def test_a_missing_zone_is_an_error_in_the_array(ada, today):
    """Lookup and deletion of a missing zone are ZONE_NOT_FOUND, next to the answers for other zones."""
    answer = ada.zones_lookup("nowhere", today)["zones"]
    check_error(answer[0], "ZONE_NOT_FOUND")
    assert answer[1]["zoneID"]["zoneName"] == today
    answer = ada.zones_modify("delete", "nowhere", today)["zones"]
    check_error(answer[0], "ZONE_NOT_FOUND")
    assert "serverErrorCode" not in answer[1]


@pytest.mark.parametrize(
    "operation",
    [
        {"operationType": "rename", "zone": {"zoneID": {"zoneName": "z"}}},
        {"operationType": "create"},
        {"operationType": "create", "zone": {}},
        {"operationType": "create", "zone": {"zoneID": {"zoneName": 5}}},
        {"operationType": "create", "zone": {"zoneID": {"zoneName": ""}}},
    ],
)
def test_a_zone_operation_that_makes_no_sense_is_refused(ada, operation):
    """A zone operation with missing or wrong parts is BAD_REQUEST."""
    assert failure(ada.call, "zones/modify", {"operations": [operation]}) == "BAD_REQUEST"


def test_the_default_zone_stays(ada):
    """The default zone cannot be deleted."""
    save(ada, create("Note", {"text": "Milk"}, "n1"))
    assert failure(ada.zones_modify, "delete", "_defaultZone") is not None
    assert not is_missing(ada, "n1")


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


def test_changes_of_a_zone_may_be_narrowed(ada, today):
    """desiredKeys, desiredRecordTypes and reverse of changes/zone."""
    for name in "n1", "n2", "n3":
        save(ada, create("Note", {"text": name, "count": 1}, name), zone=today)
    save(ada, create("Item", {"text": "item"}, "i1"), zone=today)
    request = zone_request(today, desired_keys=["text"], record_types=["Note"])
    [page] = good(ada.changes_zone(request))
    assert sorted(values(record)["text"] for record in page["records"]) == ["n1", "n2", "n3"]
    assert all(set(record["fields"]) == {"text"} for record in page["records"])
    [page] = good(ada.changes_zone(zone_request(today, reverse=True)))
    assert names(page["records"]) == ["i1", "n3", "n2", "n1"]
    [page] = good(ada.changes_zone(zone_request(today, reverse=True, results_limit=1)))
    assert names(page["records"]) == ["i1"]


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


@pytest.mark.parametrize("operation", ["changes/database", "zones/changes"])
def test_pages_of_the_changes_of_a_database(ada, operation):
    """With resultsLimit the zones come in pages, each zone once."""
    good(ada.zones_modify("create", "one", "two", "three"))
    seen, body = [], {"resultsLimit": 1}
    for _ in range(6):
        page = ada.call(operation, body)
        assert len(page["zones"]) <= 1
        seen += zone_names(page)
        body = {"resultsLimit": 1, "syncToken": page["syncToken"]}
        if not page["moreComing"]:
            break
    assert sorted(seen) == ["one", "three", "two"] and page["moreComing"] is False


def test_zones_changes_takes_either_token(ada):
    """zones/changes accepts metaSyncToken as well as syncToken and answers with both."""
    good(ada.zones_modify("create", "one"))
    start = ada.zones_changes()
    good(ada.zones_modify("create", "two"))
    for token in {"sync_token": start["syncToken"]}, {"meta_sync_token": start["metaSyncToken"]}:
        assert zone_names(ada.zones_changes(**token)) == ["two"]


@pytest.mark.parametrize("operation", ["changes/database", "zones/changes"])
def test_database_tokens_of_other_places_are_refused(cloudkit, ada, today, operation):
    """A database's sync token of another person, container, zone or nobody is BAD_REQUEST."""
    ben = sign_in(cloudkit, fresh("ben"))
    there = sign_in(cloudkit, fresh("ada"), container=cloudkit.second_container)
    zone_token = ada.records_changes(today)["syncToken"]
    for token in ben.changes_database()["syncToken"], there.changes_database()["syncToken"], zone_token, "made-up":
        with refuses("BAD_REQUEST"):
            ada.call(operation, {"syncToken": token})
