import APNs
import CloudStorage
import Foundation
import JSON

/// Builds notifications for iPhones and iPads from the sender's members of a push.
///
/// The members are those of the event for hosts (Documentation/Protocol.md), with some for APNs alone:
/// `mutable_content`, `filter_criteria` and `priority`, and a sound that may be an object with `name`, `critical` and
/// `volume`. The keys of Airship's SDK stand beside `aps`: `_` has the id of the push, `_uamid` that of its message,
/// `^d` and `^u` an address to open.
package enum APNsNotificationBuilder {
    /// Makes the content of a push that the store keeps, from the sender's members.
    static func content(
        _ members: [String: JSONValue],
        push: PushID,
        message: CloudMessageID?,
        expires: Date
    ) -> OutboxContent {
        var body = members
        body["push_id"] = .string(push.text)
        if let message { body["message_id"] = .string(message.text) }
        return OutboxContent(
            type: APNsAccount.channelType,
            body: JSONValue.object(body).jsonText,
            isSilent: payload(members, badge: members["badge"] == nil ? nil : 0).isSilent,
            badge: badge(members["badge"]),
            expires: expires
        )
    }

    /// Makes the notification for one channel; `topic` is the bundle identifier of the app on iOS.
    static func notification(_ delivery: OutboxDelivery, topic: String) throws -> APNsNotification {
        let members = try JSONValue(parsing: delivery.body).objectValue ?? [:]
        var notification = APNsNotification(topic: topic, payload: payload(members, badge: delivery.badge))
        notification.expiration = delivery.expires
        notification.collapseID = members["collapse_id"]?.stringValue
        if let priority = members["priority"]?.integerValue.flatMap(APNsNotification.Priority.init) {
            notification.priority = priority
        }
        return notification
    }

    private static func payload(_ members: [String: JSONValue], badge: Int?) -> APNsPayload {
        var payload = APNsPayload()
        if let alert = members["alert"]?.objectValue {
            payload.alert = APNsAlert(
                title: alert["title"]?.stringValue,
                subtitle: alert["subtitle"]?.stringValue,
                body: alert["body"]?.stringValue
            )
        }
        payload.badge = badge
        payload.sound = members["sound"].flatMap(sound)
        payload.category = members["category"]?.stringValue
        payload.threadID = members["thread_id"]?.stringValue
        payload.isContentAvailable = members["content_available"] == true
        payload.isMutable = members["mutable_content"] == true
        payload.interruptionLevel = members["interruption_level"]?.stringValue.flatMap(
            APNsPayload.InterruptionLevel.init
        )
        payload.relevanceScore = members["relevance_score"]?.numberValue
        payload.targetContentID = members["target_content_id"]?.stringValue
        payload.filterCriteria = members["filter_criteria"]?.stringValue
        payload.custom = members["extra"]?.objectValue ?? [:]
        payload.custom["_"] = members["push_id"]
        payload.custom["_uamid"] = members["message_id"]
        if let open = members["actions"]?["open"], let address = open["content"]?.stringValue {
            switch open["type"]?.stringValue {
            case "deep_link": payload.custom["^d"] = .string(address)
            case "url": payload.custom["^u"] = .string(address)
            default: break
            }
        }
        return payload
    }

    private static func sound(_ value: JSONValue) -> APNsPayload.Sound? {
        if let name = value.stringValue { return APNsPayload.Sound(name) }
        return value["name"]?.stringValue.map { name in
            APNsPayload.Sound(
                name,
                isCritical: value["critical"] == true || value["critical"] == 1,
                volume: value["volume"]?.numberValue
            )
        }
    }

    /// Parses a number, `auto`, `+N` or `-N`; `auto` shows the last known number.
    private static func badge(_ value: JSONValue?) -> BadgeChange? {
        if let number = value?.integerValue { return .set(number) }
        guard let text = value?.stringValue else { return nil }
        return text == "auto" ? .add(0) : Int(text).map(BadgeChange.add)
    }
}
