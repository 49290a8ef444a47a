import JSON

/// A notification of a change, in the form that CloudKit's clients receive.
struct RecordNotificationFrame {
    let database: CloudRecordDatabase
    let zone: String
    let subscription: StoredSubscription
    let change: CloudRecordChange
    let id: String
    let userID: String

    /// `{"aps"?: …, "ck": …}`.
    var json: JSONValue {
        var about: [String: JSONValue] = [
            "sid": .string(subscription.id), "zid": .string(zone), "zoid": .string(database.ownerID), "dbs": 1,
        ]
        let info = subscription.subscription.notificationInfo
        let isZone = subscription.subscription.scope == .zone
        if !isZone {
            about["rid"] = .string(change.record.name)
            about["fo"] = .integer(change.reason.rawValue)
            if let names = info["additionalFields"]?.arrayValue?.compactMap(\.stringValue) {
                about["af"] = .object(Self.additionalFields(names, of: change.fields))
            }
        }
        let content: JSONValue = [
            "ce": 2, "ckuserid": .string(userID), "cid": .string(database.container.name), "nid": .string(id),
            "aux": [:], isZone ? "fet" : "qry": .object(about),
        ]
        var members = ["ck": content]
        let aps = Self.aps(info, isZone ? [:] : change.fields)
        if !aps.isEmpty { members["aps"] = .object(aps) }
        return .object(members)
    }

    /// Returns the values of some fields, up to ``CloudRecordLimits/notifiedFields`` bytes.
    private static func additionalFields(
        _ names: [String],
        of fields: [String: CloudFieldValue]
    ) -> [String: JSONValue] {
        var room = CloudRecordLimits.notifiedFields
        var values: [String: JSONValue] = [:]
        for name in names where values[name] == nil {
            guard let value = fields[name]?.value else { continue }
            let rest = rest(of: room - name.utf8.count, after: value)
            guard rest >= 0 else { continue }
            values[name] = value
            room = rest
        }
        return values
    }

    /// Returns the bytes that remain after writing a value without escapes; negative if it does not fit.
    private static func rest(of room: Int, after value: JSONValue) -> Int {
        guard room >= 0 else { return room }
        switch value {
        case .null, .bool: return room - 5
        case .integer, .real: return room - 20
        case .string(let text): return room - text.utf8.count - 3
        case .array(let elements): return elements.reduce(room - 3) { rest(of: $0, after: $1) }
        case .object(let members):
            return members.reduce(room - 3) { rest(of: $0 - $1.key.utf8.count - 4, after: $1.value) }
        }
    }

    /// Returns the members of `aps` for a `notificationInfo`; empty if it is silent and has no `content-available`.
    ///
    /// `fields` are those of the changed record; empty if the notification is about a zone.
    private static func aps(_ info: JSONValue, _ fields: [String: CloudFieldValue]) -> [String: JSONValue] {
        var aps: [String: JSONValue] = [:]
        if info["shouldSendContentAvailable"]?.boolValue == true { aps["content-available"] = 1 }
        if info["shouldBadge"]?.boolValue == true { aps["badge"] = 1 }
        let text = { (key: String) -> JSONValue? in
            guard let text = info[key]?.stringValue, !text.isEmpty else { return nil }
            return .string(text)
        }
        if let sound = text("soundName") { aps["sound"] = sound }
        if let category = text("category") { aps["category"] = category }
        var alert: [String: JSONValue] = [:]
        if let key = text("alertLocalizationKey") { alert["loc-key"] = key }
        if let arguments = info["alertLocalizationArgs"]?.arrayValue, !arguments.isEmpty, !alert.isEmpty {
            var room = CloudRecordLimits.notifiedFields
            alert["loc-args"] = .array(
                arguments.map { name in
                    let text = argument(name.stringValue.flatMap { fields[$0] })
                    room -= text.utf8.count
                    return .string(room < 0 ? "" : text)
                }
            )
        }
        if let key = text("alertActionLocalizationKey") { alert["action-loc-key"] = key }
        if let image = text("alertLaunchImage") { alert["launch-image"] = image }
        let body = text("alertBody")
        if alert.isEmpty {
            aps["alert"] = body
        } else {
            alert["body"] = body
            aps["alert"] = .object(alert)
        }
        return aps
    }

    /// Returns the text of a field that replaces an argument of a localized alert, at most 256 bytes; empty if the
    /// field does not exist, or is neither a text nor a number.
    private static func argument(_ field: CloudFieldValue?) -> String {
        switch field?.value {
        case .string(let text)? where field?.type.element == .string: FieldKey.prefix(of: text)
        case .integer(let number)?: String(number)
        case .real(let number)?: String(number)
        default: ""
        }
    }
}
