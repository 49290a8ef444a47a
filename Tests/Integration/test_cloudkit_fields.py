"""Wire tests of CloudKit Web Services: the types of fields, and what a record keeps of their values.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import pytest
from cloudkit_helpers import covers, failure, fresh, is_missing, read, save, values
from cloudkit_requests import create, link, value

DUE = 1772380800000
BERLIN = {"latitude": 52.52, "longitude": 13.405}
NEW_YORK = {"latitude": 40.713, "longitude": -74.006}
PRECISE = {
    **BERLIN,
    "horizontalAccuracy": 5.5,
    "verticalAccuracy": 7.5,
    "altitude": 34.5,
    "speed": 1.25,
    "course": 90.5,
    "timestamp": DUE,
}


# Field types

TYPED = [
    ("STRING", "Milk"),
    ("STRING", ""),
    ("STRING", "Käse 🧀\nline\u2028 \"'\\<&>"),
    ("INT64", 42),
    ("INT64", -(2**63)),
    ("INT64", 2**63 - 1),
    ("DOUBLE", 1.5),
    ("DOUBLE", 3),
    ("DOUBLE", -1e300),
    ("TIMESTAMP", DUE),
    ("TIMESTAMP", -1000),
    ("BYTES", "AAECA/+/"),
    ("BYTES", "AA=="),
    ("REFERENCE", link("n2")),
    ("REFERENCE", {**link("n2"), "zoneID": {"zoneName": "_defaultZone"}}),
    ("LOCATION", BERLIN),
    ("LOCATION", PRECISE),
    ("STRING_LIST", ["a", "b", "a"]),
    ("INT64_LIST", [3, -1, 2**53 + 1]),
    ("DOUBLE_LIST", [1.5, 2]),
    ("TIMESTAMP_LIST", [DUE, DUE + 1]),
    ("BYTES_LIST", ["AAEC", "AA=="]),
    ("REFERENCE_LIST", [link("n2"), link("n3")]),
    ("LOCATION_LIST", [BERLIN, NEW_YORK]),
]


@pytest.mark.parametrize("field_type, content", TYPED)
def test_a_typed_field_comes_back_as_it_was(ada, field_type, content):
    """A field with a type has that type and value in the answer, in a lookup and in a query."""
    record_type = fresh("Typed")
    [saved] = save(ada, create(record_type, {"field": value(content, field_type)}, "n1"))
    [found] = ada.records_query(record_type)["records"]
    for record in saved, found, read(ada, "n1"):
        assert covers(record["fields"]["field"], {"value": content, "type": field_type}), record


@pytest.mark.parametrize(
    "content, field_type",
    [
        ("Milk", "STRING"),
        ("AAEC", "STRING"),
        (42, "INT64"),
        (DUE, "INT64"),
        (2**53 + 1, "INT64"),
        (1.5, "DOUBLE"),
        (link("n2"), "REFERENCE"),
        (BERLIN, "LOCATION"),
        (["a", "b"], "STRING_LIST"),
        ([1, 2], "INT64_LIST"),
        ([1.5, 2.5], "DOUBLE_LIST"),
        ([link("n2")], "REFERENCE_LIST"),
        ([BERLIN], "LOCATION_LIST"),
    ],
)
def test_an_untyped_field_gets_its_type_from_its_value(ada, content, field_type):
    """Requests may leave the type out: numbers become INT64 or DOUBLE, strings STRING."""
    save(ada, create(fresh("Untyped"), {"field": content}, "n1"))
    assert covers(read(ada, "n1")["fields"]["field"], {"value": content, "type": field_type})


@pytest.mark.parametrize(
    "field_type, first, later", [("TIMESTAMP", DUE, DUE + 5), ("DOUBLE", 1.5, 3), ("BYTES", "AAEC", "AA==")]
)
def test_the_schema_gives_an_untyped_field_its_type(ada, field_type, first, later):
    """A value without a type takes the type that the field had at its first use."""
    record_type = fresh("Schema")
    save(ada, create(record_type, {"field": value(first, field_type)}, "n1"))
    save(ada, create(record_type, {"field": later}, "n2"))
    assert read(ada, "n2")["fields"]["field"] == {"value": later, "type": field_type}


@pytest.mark.parametrize(
    "first, later",
    [
        (value("a", "STRING"), value(1, "INT64")),
        (value("a", "STRING"), {"value": 1}),
        (value("a", "STRING"), value("AAEC", "BYTES")),
        (value(1, "INT64"), value("a", "STRING")),
        (value(1, "INT64"), {"value": "a"}),
        (value(1, "INT64"), {"value": 1.5}),
        (value(1, "INT64"), value(DUE, "TIMESTAMP")),
        ({"value": 1}, value(1.5, "DOUBLE")),
        (value(1.5, "DOUBLE"), value(1, "INT64")),
        (value("a", "STRING"), value(["a"], "STRING_LIST")),
        (value(BERLIN, "LOCATION"), value(link("n2"), "REFERENCE")),
        (value(["a"], "STRING_LIST"), {"value": "a"}),
        (value(["a"], "STRING_LIST"), value([1], "INT64_LIST")),
    ],
)
def test_another_type_later_is_refused(ada, first, later):
    """The type of a field comes from its first use; a later value of another type is BAD_REQUEST."""
    record_type = fresh("Schema")
    save(ada, create(record_type, {"field": first}, "n1"))
    assert failure(ada.records_modify, [create(record_type, {"field": later}, "n2")]) == "BAD_REQUEST"
    assert is_missing(ada, "n2")


@pytest.mark.parametrize(
    "field_type, content",
    [
        ("STRING", 1),
        ("STRING", {"a": 1}),
        ("INT64", "x"),
        ("INT64", 1.5),
        ("INT64", 2**63),
        ("INT64", [1]),
        ("DOUBLE", "x"),
        ("TIMESTAMP", "2026-03-01"),
        ("BYTES", "***"),
        ("BYTES", 1),
        ("REFERENCE", "n2"),
        ("REFERENCE", {"action": "NONE"}),
        ("REFERENCE", link("n2", "EXPLODE")),
        ("REFERENCE", link(5)),
        ("LOCATION", "here"),
        ("LOCATION", {"latitude": 52.52}),
        ("LOCATION", {"latitude": "north", "longitude": 1}),
        ("STRING_LIST", "a"),
        ("STRING_LIST", ["a", 1]),
        ("INT64_LIST", [1, None]),
        ("NO_SUCH_TYPE", 1),
        (7, 1),
    ],
)
def test_a_value_that_does_not_fit_its_type_is_refused(ada, field_type, content):
    """A value that its type cannot hold is BAD_REQUEST and is not saved."""
    sent = create(fresh("Wrong"), {"field": {"value": content, "type": field_type}}, "n1")
    assert failure(ada.records_modify, [sent]) == "BAD_REQUEST"
    assert is_missing(ada, "n1")


def test_numbers_as_strings(ada):
    """With numbersAsStrings the numbers of the answer are strings, so that none is rounded."""
    sent = create("Note", {"count": value(2**53 + 1, "INT64"), "price": value(1.5, "DOUBLE")}, "n1")
    [record] = save(ada, sent, numbers_as_strings=True)
    assert values(record) == {"count": "9007199254740993", "price": "1.5"}
    assert record["fields"]["count"]["type"] == "INT64"
    assert values(read(ada, "n1")) == {"count": 2**53 + 1, "price": 1.5}


def test_desired_keys_of_modify_and_lookup(ada):
    """With desiredKeys an answer has these fields only; the record keeps all of them."""
    sent = create("Note", {"text": "Milk", "count": 1, "price": 1.5}, "n1")
    [record] = save(ada, sent, desired_keys=["text", "missing"])
    assert values(record) == {"text": "Milk"}
    assert values(read(ada, "n1", desired_keys=["count", "price"])) == {"count": 1, "price": 1.5}
    assert values(read(ada, "n1")) == {"text": "Milk", "count": 1, "price": 1.5}
