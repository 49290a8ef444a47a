"""The parts of requests to CloudKit Web Services: records and their fields, operations, filters, subscriptions."""


def given(**values):
    """A dictionary of the arguments that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def zone_id(zone):
    """A zoneID from a zone's name. A zoneID and None stay as they are."""
    return {"zoneName": zone} if isinstance(zone, str) else zone


def zone_request(
    zone, sync_token=None, desired_keys=None, record_types=None, results_limit=None, reverse=None
):
    """One zone's part of changes/zone."""
    return given(
        zoneID=zone_id(zone),
        syncToken=sync_token,
        desiredKeys=desired_keys,
        desiredRecordTypes=record_types,
        resultsLimit=results_limit,
        reverse=reverse,
    )


def value(content, field_type=None):
    """A field's value, which may be None, with its type if it is given."""
    return {"value": content, **given(type=field_type)}


def link(name, action="NONE"):
    """The value of a reference."""
    return {"recordName": name, "action": action}


def fields(contents):
    """The fields of a record. Contents that are not dictionaries with a `value` are sent without a type."""
    return {
        name: content if isinstance(content, dict) and "value" in content else {"value": content}
        for name, content in contents.items()
    }


def operation(operation_type, name=None, record_type=None, contents=None, tag=None, **more):
    """An operation of records/modify."""
    record = given(
        recordName=name,
        recordType=record_type,
        recordChangeTag=tag,
        fields=None if contents is None else fields(contents),
        **more,
    )
    return {"operationType": operation_type, "record": record}


def create(record_type, contents, name=None):
    """Create a record that does not exist; without a name it gets one."""
    return operation("create", name, record_type, contents)


def update(record_type, name, contents, tag=None):
    """Change some fields of a record."""
    return operation("update", name, record_type, contents, tag)


def force_update(record_type, name, contents, tag=None):
    """Change some fields of a record, whatever its change tag is, or create it."""
    return operation("forceUpdate", name, record_type, contents, tag)


def replace(record_type, name, contents, tag=None):
    """Change all fields of a record."""
    return operation("replace", name, record_type, contents, tag)


def force_replace(record_type, name, contents, tag=None):
    """Change all fields of a record, whatever its change tag is, or create it."""
    return operation("forceReplace", name, record_type, contents, tag)


def delete(name, tag=None):
    """Delete a record."""
    return operation("delete", name, tag=tag)


def force_delete(name, tag=None):
    """Delete a record, whatever its change tag is, even if there is none."""
    return operation("forceDelete", name, tag=tag)


def where(field, comparator, content, field_type=None, **more):
    """A filter of a query."""
    return {"fieldName": field, "comparator": comparator, "fieldValue": value(content, field_type), **more}


def query_subscription(
    name, record_type, fires_on, filter_by=(), info=None, fires_once=None, zone=None, zone_wide=None
):
    """A subscription to the changes of the records that match a query, in every zone unless zone_wide is False."""
    return given(
        subscriptionID=name,
        subscriptionType="query",
        firesOn=list(fires_on),
        firesOnce=fires_once,
        zoneID=zone_id(zone),
        zoneWide=zone_wide,
        query={"recordType": record_type, "filterBy": list(filter_by)},
        notificationInfo=info,
    )


def zone_subscription(name, zone, info=None):
    """A subscription to all changes in a zone."""
    return given(
        subscriptionID=name, subscriptionType="zone", zoneID=zone_id(zone), notificationInfo=info
    )


def by(field, ascending=True):
    """A sort order of a query."""
    return {"fieldName": field, "ascending": ascending}
