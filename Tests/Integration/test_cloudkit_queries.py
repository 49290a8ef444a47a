"""Wire tests of CloudKit Web Services: queries, pages, zones, and changes with sync tokens.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import pytest
from cloudkit_helpers import names, refuses, save, values
from cloudkit_requests import by, create, delete, value, where

DUE = 1772380800000
BERLIN = {"latitude": 52.52, "longitude": 13.405}
MUNICH = {"latitude": 48.137, "longitude": 11.575}
NEW_YORK = {"latitude": 40.713, "longitude": -74.006}
POTSDAM = {"latitude": 52.4, "longitude": 13.06}
TO_A = {"recordName": "a", "action": "NONE"}
TO_B = {"recordName": "b", "action": "NONE"}


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


def test_a_comparator(shelf, subtests):
    """What each comparator finds, with and without a type; d, which lacks the field, is never found."""
    for field, comparator, content, field_type, expected in (
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
    ):
        with subtests.test(field=field, comparator=comparator, content=content):
            for sent_type in field_type, None:
                assert found(shelf, where(field, comparator, content, sent_type)) == expected


def test_near(shelf):
    """NEAR finds the records within `distance` (m); without one it finds at least the nearest, and never d."""
    for typed in "LOCATION", None:
        near = where("place", "NEAR", POTSDAM, typed, distance=50_000)
        assert found(shelf, near) == "a"
        assert found(shelf, where("place", "NEAR", POTSDAM, typed, distance=1_000_000)) == "ab"
        anywhere = found(shelf, where("place", "NEAR", POTSDAM, typed))
        assert "a" in anywhere and "d" not in anywhere


def test_a_field_that_no_record_has_matches_nothing(shelf):
    """A record that lacks the field matches no comparator, not even a negative one."""
    save(shelf, create("Item", {"rare": "y"}, "e"))
    save(shelf, delete("e"))
    for comparator in "EQUALS", "NOT_EQUALS", "NOT_IN", "NOT_BEGINS_WITH", "LESS_THAN":
        assert found(shelf, where("rare", comparator, ["x"] if comparator == "NOT_IN" else "x")) == "", comparator


def test_all_filters_must_match(shelf):
    """A record must match every filter; no filter matches all records of the type and no other type's."""
    save(shelf, create("Note", {"text": "Bread"}, "n1"))
    assert found(shelf, where("count", "GREATER_THAN", 1), where("tags", "LIST_CONTAINS", "blue")) == "bc"
    assert found(shelf, where("count", "EQUALS", 1), where("text", "EQUALS", "Bread")) == ""
    assert found(shelf) == "abcd"


def test_pages_of_a_query(ada):
    """Pages of resultsLimit records, each with a continuationMarker but the last, show every record once."""
    wanted = [f"n{number}" for number in range(5)]
    save(ada, *(create("Note", {"count": number}, name) for number, name in enumerate(wanted)))
    for limit in 1, 2, 3, 5, 6:
        seen, marker = [], None
        while len(seen) <= 5:
            page = ada.records_query("Note", sort_by=[by("count")], results_limit=limit, continuation_marker=marker)
            assert len(page["records"]) <= limit
            seen += names(page["records"])
            marker = page.get("continuationMarker")
            if not marker:
                break
            assert isinstance(marker, str) and len(page["records"]) == limit
        assert seen == wanted, limit


def test_pages_keep_to_their_query(shelf):
    """A page that continues a query has its filters and desired keys."""
    some = {"filter_by": [where("tags", "LIST_CONTAINS", "blue")], "sort_by": [by("count")]}
    some |= {"results_limit": 1, "desired_keys": ["count"]}
    assert [values(record) for record in shelf.query_all("Item", **some)] == [{"count": 2}, {"count": 3}]


def test_a_query_that_makes_no_sense_is_refused(shelf, subtests):
    """A query with missing or wrong parts is BAD_REQUEST."""
    for query in (
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
    ):
        with subtests.test(query=query), refuses("BAD_REQUEST"):
            shelf.call("records/query", {} if query is None else {"query": query})
