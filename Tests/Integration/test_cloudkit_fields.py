"""Wire tests of CloudKit Web Services: the types of fields, and what a record keeps of their values.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

from cloudkit_helpers import covers, failure, fresh, is_missing, read, save
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


def test_a_typed_field_comes_back_as_it_was(ada, subtests):
    """A field with a type has that type and value in the answer, in a lookup and in a query."""
    record_type = fresh("Typed")
    sent = {f"field{number}": value(content, field_type) for number, (field_type, content) in enumerate(TYPED)}
    [saved] = save(ada, create(record_type, sent, "n1"))
    [found] = ada.records_query(record_type)["records"]
    for name, wanted in sent.items():
        with subtests.test(wanted=wanted):
            for record in saved, found, read(ada, "n1"):
                assert covers(record["fields"][name], wanted), record


def test_an_untyped_field_gets_its_type_from_its_value(ada, subtests):
    """Requests may leave the type out: numbers become INT64 or DOUBLE, strings STRING."""
    wanted = [
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
    ]
    save(ada, create(fresh("Untyped"), {f"field{number}": each for number, (each, _) in enumerate(wanted)}, "n1"))
    fields = read(ada, "n1")["fields"]
    for number, (content, field_type) in enumerate(wanted):
        with subtests.test(content=content):
            assert covers(fields[f"field{number}"], {"value": content, "type": field_type})


def test_the_schema_gives_an_untyped_field_its_type(ada):
    """A value without a type takes the type that the field had at its first use."""
    record_type = fresh("Schema")
    for field_type, first, later in (("TIMESTAMP", DUE, DUE + 5), ("DOUBLE", 1.5, 3), ("BYTES", "AAEC", "AA==")):
        save(ada, create(record_type, {field_type: value(first, field_type)}))
        [saved] = save(ada, create(record_type, {field_type: later}))
        assert saved["fields"] == {field_type: {"value": later, "type": field_type}}


def test_another_type_later_is_refused(ada, subtests):
    """The type of a field comes from its first use; a later value of another type is BAD_REQUEST."""
    for first, later in (
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
    ):
        with subtests.test(first=first, later=later):
            record_type = fresh("Schema")
            save(ada, create(record_type, {"field": first}))
            assert failure(ada.records_modify, [create(record_type, {"field": later}, "refused")]) == "BAD_REQUEST"
            assert is_missing(ada, "refused")


def test_a_value_that_does_not_fit_its_type_is_refused(ada, subtests):
    """A value that its type cannot hold is BAD_REQUEST and is not saved."""
    for field_type, content in (
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
    ):
        with subtests.test(field_type=field_type, content=content):
            sent = create(fresh("Wrong"), {"field": {"value": content, "type": field_type}}, "n1")
            assert failure(ada.records_modify, [sent]) == "BAD_REQUEST"
            assert is_missing(ada, "n1")
