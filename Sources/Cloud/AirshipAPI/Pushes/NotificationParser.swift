import CloudCore
import Foundation
import JSON

/// Parses the notification of a push, and makes the members of the event for hosts.
///
/// A host receives the general part, overridden by the part for iOS, overridden by the part for `open::today`. An
/// iPhone receives the first two. An open channel of another platform receives the general part, overridden by the part
/// for its platform, both as the sender wrote them. The parts for other platforms are only validated.
struct NotificationParser {
    /// The largest size of the overrides of one platform, in bytes.
    static let overrideLimit = 64 * 1024
    /// The largest length of an alert, in bytes.
    static let alertLimit = 16 * 1024

    private static let known: Set<String> = ["alert", "actions", "interactive", "in_app", "ios"]
    private static let otherPlatforms: Set<String> = ["android", "amazon", "web", "wns", "sms", "mms", "email"]
    private static let iosKeys: Set<String> = [
        "actions", "alert", "badge", "category", "collapse_id", "content_available", "content-available", "expiry",
        "extra", "filter_criteria", "interactive", "interruption_level", "live_activity", "media_attachment",
        "mutable_content", "priority", "relevance_score", "sound", "subtitle", "target_content_id", "thread_id",
        "title",
    ]
    private static let openKeys: Set<String> = [
        "alert", "title", "summary", "extra", "interactive", "actions", "media_attachment", "fields", "template",
    ]

    private var alert: [String: JSONValue] = [:]
    private var notice: [String: JSONValue] = [:]
    private var phoneMembers: [String: JSONValue] = [:]
    /// The content for open channels of other platforms, in the form of ``PushSpecification/open``.
    private var openMembers: [String: JSONValue] = [:]
    private var expiry: Expiry?
    private let now: Date

    private init(now: Date) { self.now = now }

    /// Parses a notification, whose expiry must be after `now`; iPhones get a part only if it would do anything there.
    static func parse(_ node: BodyNode, into push: inout PushSpecification, now: Date) throws(AirshipError) {
        var parser = NotificationParser(now: now)
        try parser.readGeneral(node)
        if let ios = node.optional("ios") { try parser.readIOS(ios) }
        push.apns = parser.apns
        if let open = node.optional(ChannelPlatform.host) { try parser.readOpen(open) }
        if !parser.alert.isEmpty { parser.notice["alert"] = .object(parser.alert) }
        push.notice = parser.notice
        push.open = parser.openMembers.isEmpty ? nil : parser.openMembers
        push.expiry = parser.expiry
    }

    /// The members of the notification for iPhones; `nil` if it would neither show anything nor start the app.
    private var apns: [String: JSONValue]? {
        var members = notice.merging(phoneMembers) { $1 }
        if !alert.isEmpty { members["alert"] = .object(alert) }
        let acts = ["alert", "badge", "sound"].contains { members[$0] != nil } || members["content_available"] == true
        return acts ? members : nil
    }

    private mutating func readGeneral(_ node: BodyNode) throws(AirshipError) {
        let open = (node.value.objectValue ?? [:]).keys.filter { $0.hasPrefix("open::") }
        let members = try node.members(Self.known.union(Self.otherPlatforms).union(open))
        guard !members.isEmpty else { throw node.error("the notification is empty") }
        for (name, member) in members {
            if Self.otherPlatforms.contains(name) {
                try member.object(limit: Self.overrideLimit)
                _ = try member.optional("alert")?.text(limit: Self.alertLimit, allowsEmpty: true)
            } else if name.hasPrefix("open::") {
                var platform = NotificationParser(now: now)
                try platform.readOpen(member)
                if name != ChannelPlatform.host { openMembers[name] = member.value }
            } else if ["alert", "actions", "interactive"].contains(name) {
                openMembers[name] = member.value
            }
        }
        if let text = members["alert"] {
            alert["body"] = .string(try text.text(limit: Self.alertLimit, allowsEmpty: true))
        }
        if let web = members["web"] { try checkWeb(web) }
        try readActions(node)
        if let inApp = members["in_app"] {
            try inApp.object(limit: Self.overrideLimit)
            notice["content_available"] = true
        }
    }

    private mutating func readActions(_ node: BodyNode) throws(AirshipError) {
        if let actions = node.optional("actions") { notice["actions"] = try actions.object(limit: Self.overrideLimit) }
        guard let interactive = node.optional("interactive") else { return }
        let members = try interactive.members(["type", "button_actions"])
        let type = try interactive.required("type").text(limit: 128)
        notice["category"] = .string(type)
        notice["buttons"] = InteractiveType.buttons(of: type)
        guard let actions = members["button_actions"] else { return }
        for (_, button) in try actions.members() { try button.members() }
        notice["button_actions"] = try actions.object(limit: Self.overrideLimit)
    }

    // MARK: - iOS

    private mutating func readIOS(_ node: BodyNode) throws(AirshipError) {
        let members = try node.members(Self.iosKeys)
        try node.object(limit: Self.overrideLimit)
        if let text = members["alert"] { try readAlert(text) }
        if let title = members["title"] { alert["title"] = .string(try title.text(limit: 1024)) }
        if let subtitle = members["subtitle"], alert["subtitle"] == nil {
            alert["subtitle"] = .string(try subtitle.text(limit: 1024))
        }
        if let category = members["category"] { notice["category"] = .string(try category.text(limit: 128)) }
        // The category is ignored if there is an interactive type.
        try readActions(node)
        if let badge = members["badge"] { notice["badge"] = try self.badge(badge) }
        if let sound = members["sound"] { notice["sound"] = try self.sound(sound) }
        for name in ["content_available", "content-available"] {
            if let flag = members[name] { notice["content_available"] = .bool(try flag.flag()) }
        }
        for name in ["thread_id", "target_content_id"] {
            if let text = members[name] { notice[name] = .string(try text.text(limit: 1024)) }
        }
        if let collapse = members["collapse_id"] { notice["collapse_id"] = .string(try collapse.text(limit: 64)) }
        if let level = members["interruption_level"] {
            let levels = ["passive", "active", "time-sensitive", "critical"]
            notice["interruption_level"] = .string(try level.choice(levels))
        }
        if let score = members["relevance_score"] { notice["relevance_score"] = .real(try share(score)) }
        if let flag = members["mutable_content"] { phoneMembers["mutable_content"] = .bool(try flag.flag()) }
        if let criteria = members["filter_criteria"] {
            phoneMembers["filter_criteria"] = .string(try criteria.text(limit: 1024))
        }
        try members["live_activity"]?.object(limit: Self.overrideLimit)
        if let priority = members["priority"] {
            guard priority.value == 5 || priority.value == 10 else { throw priority.error("5 or 10 is wanted") }
            phoneMembers["priority"] = priority.value
        }
        if let extra = members["extra"], extra.value["aps"] != nil {
            throw BodyNode(.null, path: "\(extra.path).aps").error("this key is reserved")
        }
        expiry = try members["expiry"]?.expiry(after: now)
        if let extra = members["extra"] { notice["extra"] = try extra.object(limit: 16 * 1024) }
        if let media = members["media_attachment"] { notice["media_attachment"] = try media.object(limit: 4096) }
    }

    private mutating func readAlert(_ node: BodyNode) throws(AirshipError) {
        if node.value.stringValue != nil {
            alert["body"] = .string(try node.text(limit: Self.alertLimit, allowsEmpty: true))
            return
        }
        for (name, member) in try node.members() where ["title", "subtitle", "body"].contains(name) {
            alert[name] = .string(try member.text(limit: Self.alertLimit, allowsEmpty: true))
        }
    }

    private func share(_ node: BodyNode) throws(AirshipError) -> Double {
        guard let number = node.value.numberValue, (0...1).contains(number) else {
            throw node.error("a number from 0 to 1 is wanted")
        }
        return number
    }

    private func badge(_ node: BodyNode) throws(AirshipError) -> JSONValue {
        if node.value.integerValue != nil { return .integer(try node.integer(0...1_000_000)) }
        let text = try node.text(limit: 12)
        let digits = text.dropFirst()
        let isStep =
            (text.first == "+" || text.first == "-") && !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && $0.isNumber }
        guard text == "auto" || isStep else {
            throw node.error("an integer, \"auto\", \"+N\" or \"-N\" is wanted")
        }
        return .string(text)
    }

    private mutating func sound(_ node: BodyNode) throws(AirshipError) -> JSONValue {
        guard node.value.objectValue != nil else { return .string(try node.text(limit: 256)) }
        let members = try node.members(["name", "critical", "volume"])
        _ = try members["critical"]?.flag()
        _ = try members["volume"].map(share)
        let name = try node.required("name").text(limit: 256)
        phoneMembers["sound"] = node.value
        return .string(name)
    }

    private func checkWeb(_ node: BodyNode) throws(AirshipError) {
        _ = try node.optional("time_to_live")?.integer(0...2_419_200)
        _ = try node.optional("require_interaction")?.flag()
        for name in ["icon", "image"] { _ = try node.optional(name)?.required("url").text(limit: 2048) }
        for button in try node.optional("buttons")?.elements(limit: 10) ?? [] { try button.members() }
    }

    private mutating func readOpen(_ node: BodyNode) throws(AirshipError) {
        let members = try node.members(Self.openKeys)
        for (name, place) in [("alert", "body"), ("title", "title"), ("summary", "subtitle")] {
            if let text = members[name] {
                alert[place] = .string(try text.text(limit: Self.alertLimit, allowsEmpty: true))
            }
        }
        try readActions(node)
        if let extra = members["extra"] { notice["extra"] = try extra.object(limit: 16 * 1024) }
        if let media = members["media_attachment"] { notice["media_attachment"] = try self.media(media) }
        for name in ["fields", "template"] { try members[name]?.object(limit: Self.overrideLimit) }
    }

    /// Parses the URL of a media attachment, as open platforms have it, or the object of iOS.
    private func media(_ node: BodyNode) throws(AirshipError) -> JSONValue {
        guard node.value.stringValue != nil else { return try node.object(limit: 4096) }
        return ["url": .string(try node.text(limit: 2048))]
    }
}
