"""Wire tests of CloudKit Web Services: saving and reading records: operations, batches, field types.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import time
import uuid

import pytest
from cloudkit_helpers import (
    check_error,
    failure,
    fresh,
    is_missing,
    names,
    read,
    refuses,
    save,
    values,
)
from cloudkit_requests import create, delete, force_delete, force_update, link, operation, update, value

DUE = 1772380800000


# Records


def test_a_saved_record_has_all_its_parts(ada):
    """A record comes back with its name, type, change tag, fields, and who made and changed it when."""
    before = time.time() * 1000 - 60_000
    [saved] = save(ada, create("Note", {"text": value("Milk", "STRING"), "due": value(DUE, "TIMESTAMP")}, "n1"))
    me = ada.users_current()["userRecordName"]
    for record in saved, read(ada, "n1"):
        assert record["recordName"] == "n1"
        assert record["recordType"] == "Note"
        assert isinstance(record["recordChangeTag"], str) and record["recordChangeTag"]
        assert record["fields"] == {
            "text": {"value": "Milk", "type": "STRING"},
            "due": {"value": DUE, "type": "TIMESTAMP"},
        }
        assert not record.get("deleted")
        for stamp in record["created"], record["modified"]:
            assert isinstance(stamp["timestamp"], int) and before < stamp["timestamp"] < before + 180_000
            assert stamp["userRecordName"] == me
            assert isinstance(stamp["deviceID"], str) and stamp["deviceID"]


def test_a_change_renews_the_change_tag_and_keeps_the_creation(ada):
    """After an update the change tag is another one and `created` is as it was."""
    [first] = save(ada, create("Note", {"text": "Milk"}, "n1"))
    [second] = save(ada, update("Note", "n1", {"text": "Tea"}, first["recordChangeTag"]))
    assert second["recordChangeTag"] != first["recordChangeTag"]
    assert second["created"] == first["created"]
    assert second["modified"]["timestamp"] >= first["modified"]["timestamp"]
    assert read(ada, "n1")["recordChangeTag"] == second["recordChangeTag"]


def test_create_without_a_name_gives_a_uuid(ada):
    """Two creations without recordName make two records whose names are UUIDs."""
    one, two = save(ada, create("Note", {"text": "one"}), create("Note", {"text": "two"}))
    assert uuid.UUID(one["recordName"]) != uuid.UUID(two["recordName"])
    assert values(read(ada, one["recordName"])) == {"text": "one"}


CONTENTS_AFTER = {
    "update": {"text": "Tea", "count": 2},
    "forceUpdate": {"text": "Tea", "count": 2},
    "replace": {"text": "Tea"},
    "forceReplace": {"text": "Tea"},
}


@pytest.mark.parametrize(
    "kind, tag, error",
    [
        ("create", None, "EXISTS"),
        ("create", "current", "EXISTS"),
        ("update", None, "BAD_REQUEST"),
        ("update", "current", None),
        ("update", "old", "CONFLICT"),
        ("replace", None, "BAD_REQUEST"),
        ("replace", "current", None),
        ("replace", "old", "CONFLICT"),
        ("delete", None, None),
        ("delete", "current", None),
        ("delete", "old", "CONFLICT"),
        ("forceUpdate", None, None),
        ("forceUpdate", "old", None),
        ("forceReplace", None, None),
        ("forceReplace", "old", None),
        ("forceDelete", None, None),
        ("forceDelete", "old", None),
    ],
)
def test_an_operation_on_a_record_that_exists(ada, kind, tag, error):
    """Which change tag each operation needs, and which fields are left when it succeeds."""
    [first] = save(ada, create("Note", {"text": "Milk", "count": 1}, "n1"))
    [second] = save(ada, update("Note", "n1", {"count": 2}, first["recordChangeTag"]))
    sent_tag = {"old": first["recordChangeTag"], "current": second["recordChangeTag"]}.get(tag)
    deletes = kind in ("delete", "forceDelete")
    sent = operation(kind, "n1", None if deletes else "Note", None if deletes else {"text": "Tea"}, sent_tag)
    if error:
        assert failure(ada.records_modify, [sent]) == error
        kept = read(ada, "n1")
        assert values(kept) == {"text": "Milk", "count": 2}
        assert kept["recordChangeTag"] == second["recordChangeTag"]
        return
    [answer] = save(ada, sent)
    if deletes:
        assert answer["recordName"] == "n1" and answer["deleted"] is True
        assert is_missing(ada, "n1")
    else:
        assert values(answer) == values(read(ada, "n1")) == CONTENTS_AFTER[kind]


@pytest.mark.parametrize(
    "kind, tag, errors",
    [
        ("create", None, {None}),
        ("update", "k1", {"NOT_FOUND", "CONFLICT"}),
        ("replace", "k1", {"NOT_FOUND", "CONFLICT"}),
        ("delete", None, {"NOT_FOUND"}),
        ("forceUpdate", None, {None}),
        ("forceReplace", None, {None}),
        ("forceDelete", None, {None}),
    ],
)
def test_an_operation_on_a_record_that_is_missing(ada, kind, tag, errors):
    """Force operations succeed without the record; delete answers NOT_FOUND in the array."""
    deletes = kind in ("delete", "forceDelete")
    sent = operation(kind, "n1", None if deletes else "Note", None if deletes else {"text": "Tea"}, tag)
    error = failure(ada.records_modify, [sent])
    assert error in errors
    assert is_missing(ada, "n1") == (deletes or error is not None)


@pytest.mark.parametrize("kind", ["forceUpdate", "forceReplace"])
def test_a_force_operation_does_not_say_whether_it_created(ada, kind):
    """The answers to a forced creation and a forced change have the same parts."""
    sent = operation(kind, "n1", "Note", {"text": "Tea"})
    [created], [changed] = save(ada, sent), save(ada, sent)
    assert set(created) == set(changed)


def test_the_answer_to_a_deletion(ada):
    """A deletion answers with the name and deleted, for delete and for forceDelete of nothing."""
    save(ada, create("Note", {"text": "Milk"}, "n1"))
    for record in save(ada, delete("n1"), force_delete("n2")):
        assert record["deleted"] is True and "fields" not in record
    assert is_missing(ada, "n1")


def test_an_error_of_one_record_has_its_parts(ada):
    """EXISTS, CONFLICT and NOT_FOUND stand in the array, in order, with name, reason and uuid; others succeed."""
    [first] = save(ada, create("Note", {"text": "Milk"}, "n1"))
    tag = first["recordChangeTag"]
    save(ada, update("Note", "n1", {"text": "Tea"}, tag))
    answer = ada.records_modify(
        [
            create("Note", {"text": "again"}, "n1"),
            update("Note", "n1", {"text": "late"}, tag),
            create("Note", {"text": "new"}, "n2"),
            delete("n3"),
        ]
    )["records"]
    check_error(answer[0], "EXISTS", recordName="n1")
    check_error(answer[1], "CONFLICT", recordName="n1")
    assert values(answer[2]) == {"text": "new"}
    check_error(answer[3], "NOT_FOUND", recordName="n3")
    assert values(read(ada, "n1")) == {"text": "Tea"}


def test_lookup_answers_in_order(ada):
    """A lookup answers for each name in turn, with NOT_FOUND for those that are missing."""
    save(ada, *(create("Note", {"text": name}, name) for name in ("n1", "n2")))
    answer = ada.records_lookup(["n2", "gone", "n1"])["records"]
    assert names(answer) == ["n2", "gone", "n1"]
    check_error(answer[1], "NOT_FOUND", recordName="gone")


def test_zones_do_not_share_records(ada, today):
    """A record saved in a zone is not in the default zone, and may have a namesake there."""
    save(ada, create("Note", {"text": "here"}, "n1"), zone=today)
    assert is_missing(ada, "n1")
    save(ada, create("Note", {"text": "there"}, "n1"))
    assert values(read(ada, "n1", zone=today)) == {"text": "here"}
    assert names(ada.records_query("Note", zone=today)["records"]) == ["n1"]
    assert values(read(ada, "n1", zone="_defaultZone")) == {"text": "there"}


@pytest.mark.parametrize(
    "method, arguments",
    [
        ("records_query", ["Note"]),
        ("records_modify", [[create("Note", {"text": "x"}, "n1")]]),
        ("records_lookup", [["n1"]]),
        ("records_changes", []),
    ],
)
def test_a_zone_that_is_missing(ada, method, arguments):
    """Every record operation in a zone that does not exist answers ZONE_NOT_FOUND."""
    assert failure(getattr(ada, method), *arguments, zone="nowhere") == "ZONE_NOT_FOUND"


# Batches


@pytest.mark.parametrize("atomic", [None, True])
def test_a_failed_batch_in_a_zone_keeps_nothing(ada, today, atomic):
    """In a custom zone, atomic by default: one failure makes all others ATOMIC_ERROR and undoes them."""
    save(ada, create("Note", {"text": "Milk"}, "n1"), create("Note", {"text": "Tea"}, "n2"), zone=today)
    token = ada.records_changes(today)["syncToken"]
    operations = [
        create("Note", {"text": "new"}, "n3"),
        create("Note", {"text": "again"}, "n1"),
        force_update("Note", "n2", {"text": "changed"}),
        delete("n2"),
    ]
    answer = ada.records_modify(operations, zone=today, atomic=atomic)["records"]
    assert ada.last.status == 200
    for item, name, code in zip(
        answer, ["n3", "n1", "n2", "n2"], ["ATOMIC_ERROR", "EXISTS", "ATOMIC_ERROR", "ATOMIC_ERROR"], strict=True
    ):
        check_error(item, code, recordName=name)
    assert is_missing(ada, "n3", zone=today)
    assert values(read(ada, "n2", zone=today)) == {"text": "Tea"}
    assert ada.records_changes(today, token)["records"] == []


@pytest.mark.parametrize("zone, atomic", [(None, None), (None, False), ("_defaultZone", None), ("today", False)])
def test_a_batch_that_is_not_atomic_keeps_what_succeeds(ada, today, zone, atomic):
    """The default zone, and a zone with atomic false, keep every operation that succeeds."""
    save(ada, create("Note", {"text": "Milk"}, "n1"), zone=zone)
    operations = [create("Note", {"text": "again"}, "n1"), create("Note", {"text": "new"}, "n2")]
    answer = ada.records_modify(operations, zone=zone, atomic=atomic)["records"]
    check_error(answer[0], "EXISTS", recordName="n1")
    assert values(answer[1]) == values(read(ada, "n2", zone=zone)) == {"text": "new"}


@pytest.mark.parametrize("zone", [None, "_defaultZone"])
def test_the_default_zone_is_never_atomic(ada, zone):
    """`"atomic": true` in the default zone is BAD_REQUEST, and nothing is saved."""
    with refuses("BAD_REQUEST"):
        ada.records_modify([create("Note", {"text": "x"}, "n1")], zone=zone, atomic=True)
    assert is_missing(ada, "n1")


# References


def test_delete_self_deletes_the_records_that_refer(ada, today):
    """Deleting a target deletes those that refer to it with DELETE_SELF, and theirs in turn; others stay."""
    save(ada, create("Note", {"text": "root"}, "root"), zone=today)
    for name, target, action in [
        ("child", "root", "DELETE_SELF"),
        ("grandchild", "child", "DELETE_SELF"),
        ("friend", "root", "NONE"),
    ]:
        save(ada, create("Note", {"target": value(link(target, action), "REFERENCE")}, name), zone=today)
    token = ada.records_changes(today)["syncToken"]
    save(ada, delete("root"), zone=today)
    assert [is_missing(ada, name, zone=today) for name in ("root", "child", "grandchild", "friend")] == [
        True, True, True, False,
    ]
    changed = ada.records_changes(today, token)["records"]
    deleted = {record["recordName"] for record in changed if record.get("deleted")}
    assert deleted == {"root", "child", "grandchild"}


def test_delete_self_in_a_circle_comes_to_an_end(ada):
    """Two records that refer to each other with DELETE_SELF go together."""
    save(ada, create("Note", {"text": "one"}, "n1"))
    save(ada, create("Note", {"target": link("n1", "DELETE_SELF")}, "n2"))
    save(ada, force_update("Note", "n1", {"target": link("n2", "DELETE_SELF")}))
    save(ada, delete("n1"))
    assert is_missing(ada, "n1") and is_missing(ada, "n2")


def test_validate_needs_its_target(ada):
    """VALIDATE with a missing target is VALIDATING_REFERENCE_ERROR in the array; NONE needs no target."""
    sent = create("Note", {"target": value(link("n2", "VALIDATE"), "REFERENCE")}, "n1")
    [item] = ada.records_modify([sent])["records"]
    check_error(item, "VALIDATING_REFERENCE_ERROR", recordName="n1")
    assert is_missing(ada, "n1")
    save(ada, create("Note", {"target": value(link("n2"), "REFERENCE")}, "n3"))
    save(ada, create("Note", {"text": "target"}, "n2"))
    save(ada, sent)


def test_an_asset_is_refused(ada):
    """A field of the type ASSETID is BAD_REQUEST, and the record is not saved: this cloud stores no files."""
    asset = {"fileChecksum": "AQIDBA==", "size": 4}
    sent = create(fresh("Asset"), {"file": value(asset, "ASSETID")}, "n1")
    assert failure(ada.records_modify, [sent]) == "BAD_REQUEST"
    assert is_missing(ada, "n1")
