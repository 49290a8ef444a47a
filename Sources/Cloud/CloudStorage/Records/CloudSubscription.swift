package import JSON

/// A subscription to changes of records, in CloudKit's form but without its id.
package struct CloudSubscription: Hashable, Sendable {
    package enum Scope: Hashable, Sendable {
        case query(CloudRecordQuery, firesOn: Set<String>, firesOnce: Bool)
        case zone
    }

    package let scope: Scope
    /// The name of the zone; `nil` for all zones.
    package let zone: String?
    /// The content of its notifications; an object.
    package let notificationInfo: JSONValue
    /// The JSON in a canonical form, so that equal subscriptions have equal texts.
    package let json: JSONValue

    /// The kinds of changes in the canonical order of ``json``.
    private static let changes = ["create", "update", "delete"]

    /// Parses CloudKit's form.
    package init(json: JSONValue) throws(CloudRecordFailure) {
        notificationInfo = try Self.info(json["notificationInfo"])
        var members: [String: JSONValue] = [:]
        if notificationInfo != [:] { members["notificationInfo"] = notificationInfo }
        let zoneName = json["zoneID"]?["zoneName"]?.stringValue
        switch json["subscriptionType"]?.stringValue {
        case "zone":
            scope = .zone
            zone = zoneName ?? CloudStore.defaultZone
            members["subscriptionType"] = "zone"
        case "query":
            guard let query = json["query"] else { throw .invalid("A subscription of type query has a \"query\".") }
            let firesOn = Set(json["firesOn"]?.arrayValue?.map { $0.stringValue ?? "" } ?? [])
            guard !firesOn.isEmpty, firesOn.isSubset(of: Self.changes) else {
                throw .invalid("\"firesOn\" is a list of create, update and delete.")
            }
            let firesOnce = json["firesOnce"]?.boolValue ?? false
            scope = .query(try CloudRecordQuery(json: query), firesOn: firesOn, firesOnce: firesOnce)
            let isZoneWide = json["zoneWide"]?.boolValue ?? (zoneName == nil)
            zone = isZoneWide ? nil : zoneName ?? CloudStore.defaultZone
            members["subscriptionType"] = "query"
            members["firesOn"] = .array(Self.changes.filter(firesOn.contains).map { .string($0) })
            members["firesOnce"] = .bool(firesOnce)
            members["zoneWide"] = .bool(isZoneWide)
            members["query"] = query
        default: throw .invalid("\"subscriptionType\" is query or zone.")
        }
        if let zone { members["zoneID"] = ["zoneName": .string(zone)] }
        self.json = .object(members)
        guard self.json.jsonBytes().count <= CloudRecordLimits.subscriptionSize else {
            throw .invalid("A subscription has at most \(CloudRecordLimits.subscriptionSize) bytes.")
        }
    }

    /// The record type of a query; empty for a zone.
    var typeName: String {
        if case .query(let query, _, _) = scope { query.type } else { "" }
    }

    /// Returns `true` if both are query subscriptions to the same changes, of which a person may have only one: as in
    /// CloudKit, `firesOn` must be the same set, and the content of the notifications is ignored.
    func isDuplicate(of other: CloudSubscription) -> Bool {
        guard case .query(let query, let firesOn, _) = scope, case .query(let others, firesOn, _) = other.scope else {
            return false
        }
        return zone == other.zone && query.type == others.type && query.filters == others.filters
    }

    var text: String { String(decoding: json.jsonBytes(sortsNames: true), as: UTF8.self) }

    private static func info(_ json: JSONValue?) throws(CloudRecordFailure) -> JSONValue {
        guard let json, !json.isNull else { return [:] }
        guard case .object(let members) = json else { throw .invalid("\"notificationInfo\" is an object.") }
        var info: [String: JSONValue] = [:]
        for (key, value) in members where !value.isNull {
            let isValid =
                switch key {
                case "alertBody", "alertLocalizationKey", "alertActionLocalizationKey", "alertLaunchImage", "soundName",
                    "category":
                    value.stringValue != nil
                case "alertLocalizationArgs", "additionalFields":
                    value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
                case "shouldBadge", "shouldSendContentAvailable": value.boolValue != nil
                // Later versions of CloudKit have further keys; unknown ones are ignored.
                default: true
                }
            guard isValid else { throw .invalid("\"\(key)\" of the notificationInfo has another type.") }
            info[key] = value
        }
        return .object(info)
    }
}

package struct StoredSubscription: Hashable, Sendable {
    package let id: String
    package let subscription: CloudSubscription
}
