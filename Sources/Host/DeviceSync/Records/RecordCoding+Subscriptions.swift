import JSON
import TodayProtocol

extension RecordCoding {
    private static let changes: [(RecordSubscription.Change, String)] = [
        (.created, "create"), (.updated, "update"), (.deleted, "delete"),
    ]

    static func json(_ subscription: RecordSubscription) -> JSONValue {
        var members: [String: JSONValue] = [
            "subscriptionID": .string(subscription.id), "subscriptionType": .string(subscription.kind.rawValue),
            "notificationInfo": json(subscription.notification),
        ]
        members["zoneID"] = subscription.zone.map(zoneID)
        if subscription.kind == .query {
            members["firesOn"] = .array(changes.filter { subscription.firesOn.contains($0.0) }.map { .string($0.1) })
            members["firesOnce"] = .bool(subscription.firesOnce)
            members["zoneWide"] = .bool(subscription.zone == nil)
            members["query"] = query(RecordQuery(type: subscription.type ?? "", filters: subscription.filters))
        }
        return .object(members)
    }

    /// Returns `true` if a subscription of the cloud has other settings than a given one, or with `onlyChanges` other
    /// changes, without regard to missing and additional members and the order of `firesOn`.
    static func differs(_ json: JSONValue, from subscription: RecordSubscription, onlyChanges: Bool = false) -> Bool {
        guard case .object(let wanted) = Self.json(subscription), case .object(let found) = json else { return false }
        for name in ["subscriptionType", "query", "firesOn"] + (onlyChanges ? [] : ["firesOnce", "notificationInfo"]) {
            guard let value = found[name] else { continue }
            switch name {
            case "firesOn": if names(value) != names(wanted[name] ?? []) { return true }
            case "notificationInfo", "query":
                let ours = wanted[name]?.objectValue ?? [:]
                for (name, value) in value.objectValue ?? [:] where value != ours[name] && !isNothing(value) {
                    return true
                }
                for (name, ours) in ours where value[name] == nil && !isNothing(ours) { return true }
            default: if value != wanted[name] { return true }
            }
        }
        let zone = found["zoneWide"] == true ? nil : found["zoneID"]?["zoneName"]?.stringValue
        return found["zoneID"] != nil && zone != subscription.zone?.rawValue
    }

    private static func names(_ json: JSONValue) -> Set<String> {
        Set((json.arrayValue ?? []).compactMap(\.stringValue))
    }

    /// Returns `true` if a value is equivalent to a missing one.
    private static func isNothing(_ json: JSONValue) -> Bool {
        json.isNull || json == false || json == [] || json == ""
    }

    private static func json(_ info: RecordNotificationInfo) -> JSONValue {
        var members: [String: JSONValue] = ["shouldSendContentAvailable": .bool(info.startsApp)]
        members["alertBody"] = info.alertBody.map { .string($0) }
        members["alertLocalizationKey"] = info.alertLocalizationKey.map { .string($0) }
        if !info.alertLocalizationArguments.isEmpty {
            members["alertLocalizationArgs"] = .array(info.alertLocalizationArguments.map { .string($0) })
        }
        members["soundName"] = info.soundName.map { .string($0) }
        members["category"] = info.category.map { .string($0) }
        return .object(members)
    }
}
