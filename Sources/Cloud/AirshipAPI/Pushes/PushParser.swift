import CloudCore
import Foundation
import JSON

enum PushParser {
    /// The largest number of pushes in one request.
    static let limit = 100

    private static let known: Set<String> = [
        "audience", "device_types", "notification", "message", "in_app", "options", "campaigns", "localizations",
        "message_type", "feed_references", "global_attributes", "snippet_references", "orchestration",
    ]
    private static let plainTypes: Set<String> = ["ios", "android", "amazon", "web", "sms", "mms", "email", "wns"]

    /// Parses one push; its expiries must be later than `now`.
    static func parse(_ node: BodyNode, now: Date) throws(AirshipError) -> PushSpecification {
        try node.members(known)
        let audience = try AudienceParser.parse(try node.required("audience"))
        var push = PushSpecification(
            audience: audience,
            deviceTypes: try deviceTypes(try node.required("device_types"))
        )
        let notification = node.optional("notification")
        let message = node.optional("message")
        let inApp = node.optional("in_app")
        if message == nil, inApp == nil { _ = try node.required("notification") }
        if let notification { try NotificationParser.parse(notification, into: &push, now: now) }
        if let inApp {
            try inApp.object(limit: NotificationParser.overrideLimit)
            push.notice["content_available"] = true
        }
        if let options = node.optional("options") {
            try options.object(limit: 4096)
            if push.expiry == nil { push.expiry = try options.optional("expiry")?.expiry(after: now) }
        }
        try checkOthers(node)
        push.message = try message.map { node throws(AirshipError) in try MessageParser.parse(node, now: now) }
        return push
    }

    /// Validates the members that are not supported and have no effect.
    private static func checkOthers(_ node: BodyNode) throws(AirshipError) {
        _ = try node.optional("message_type")?.choice(["transactional", "commercial"])
        try node.optional("campaigns").map(Campaigns.check)
        for element in try node.optional("localizations")?.elements(limit: 1000) ?? [] { try element.members() }
        _ = try node.optional("feed_references")?.elements(limit: 1000)
        for name in ["orchestration", "global_attributes", "snippet_references"] {
            try node.optional(name)?.members()
        }
    }

    private static func deviceTypes(_ node: BodyNode) throws(AirshipError) -> DeviceTypes {
        if node.value.stringValue == "all" { return .all }
        var types: Set<String> = []
        let elements = try node.elements(limit: 100, atLeast: "device type")
        for element in elements {
            let type = try element.text(limit: 128)
            if type == "all" {
                guard elements.count == 1 else { throw element.error("\"all\" stands alone") }
                return .all
            }
            guard plainTypes.contains(type) || (type.hasPrefix("open::") && type.count > 6) else {
                throw element.error("unknown device type")
            }
            types.insert(type)
        }
        return .some(types)
    }
}

/// The campaigns of a push or a message, which have no effect here.
enum Campaigns {
    static func check(_ node: BodyNode) throws(AirshipError) {
        try node.members(["categories"])
        _ = try node.required("categories").texts(limit: 10, length: 256)
    }
}
