"""Wire tests of CloudKit Web Services: saving and reading records: operations, batches, field types.

They need the fixture `cloudkit`, which cloudkit_helpers.py describes.
"""

import time

from cloudkit_helpers import (
    check_error,
    failure,
    is_missing,
    names,
    read,
    save,
    values,
)
from cloudkit_requests import create, delete, force_update, link, operation, update, value

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


CONTENTS_AFTER = {
    "update": {"text": "Tea", "count": 2},
    "forceUpdate": {"text": "Tea", "count": 2},
    "replace": {"text": "Tea"},
    "forceReplace": {"text": "Tea"},
}


def test_an_operation_on_a_record_that_exists(ada, subtests):
    """Which change tag each operation needs, and which fields are left when it succeeds."""
    for number, (kind, tag, error) in enumerate(
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
        ]
    ):
        with subtests.test(kind=kind, tag=tag):
            check_operation(ada, f"n{number}", kind, tag, error)


def check_operation(ada, name, kind, tag, error):
    [first] = save(ada, create("Note", {"text": "Milk", "count": 1}, name))
    [second] = save(ada, update("Note", name, {"count": 2}, first["recordChangeTag"]))
    assert second["recordChangeTag"] != first["recordChangeTag"] and second["created"] == first["created"]
    sent_tag = {"old": first["recordChangeTag"], "current": second["recordChangeTag"]}.get(tag)
    deletes = kind in ("delete", "forceDelete")
    sent = operation(kind, name, None if deletes else "Note", None if deletes else {"text": "Tea"}, sent_tag)
    if error:
        assert failure(ada.records_modify, [sent]) == error
        kept = read(ada, name)
        assert values(kept) == {"text": "Milk", "count": 2}
        assert kept["recordChangeTag"] == second["recordChangeTag"]
        return
    [answer] = save(ada, sent)
    if deletes:
        assert answer["recordName"] == name and answer["deleted"] is True
        assert is_missing(ada, name)
    else:
        assert values(answer) == values(read(ada, name)) == CONTENTS_AFTER[kind]


def test_a_force_operation_does_not_say_whether_it_created(ada):
    """The answers to a forced creation and a forced change have the same parts."""
    for kind in "forceUpdate", "forceReplace":
        sent = operation(kind, kind, "Note", {"text": "Tea"})
        [created], [changed] = save(ada, sent), save(ada, sent)
        assert set(created) == set(changed)


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


def test_a_zone_that_is_missing(ada):
    """Every record operation in a zone that does not exist answers ZONE_NOT_FOUND."""
    for method, arguments in (
        (ada.records_query, ["Note"]),
        (ada.records_modify, [[create("Note", {"text": "x"}, "n1")]]),
        (ada.records_lookup, [["n1"]]),
        (ada.records_changes, []),
    ):
        assert failure(method, *arguments, zone="nowhere") == "ZONE_NOT_FOUND", method


# Batches


def test_a_failed_batch_in_a_zone_keeps_nothing(ada, today):
    """In a custom zone, atomic by default: one failure makes all others ATOMIC_ERROR and undoes them."""
    save(ada, create("Note", {"text": "Milk"}, "n1"), create("Note", {"text": "Tea"}, "n2"), zone=today)
    token = ada.records_changes(today)["syncToken"]
    operations = [
        create("Note", {"text": "new"}, "n3"),
        create("Note", {"text": "again"}, "n1"),
        force_update("Note", "n2", {"text": "changed"}),
        delete("n2"),
    ]
    for atomic in None, True:
        answer = ada.records_modify(operations, zone=today, atomic=atomic)["records"]
        assert ada.last.status == 200
        for item, name, code in zip(
            answer, ["n3", "n1", "n2", "n2"], ["ATOMIC_ERROR", "EXISTS", "ATOMIC_ERROR", "ATOMIC_ERROR"], strict=True
        ):
            check_error(item, code, recordName=name)
    assert is_missing(ada, "n3", zone=today)
    assert values(read(ada, "n2", zone=today)) == {"text": "Tea"}
    assert ada.records_changes(today, token)["records"] == []


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
