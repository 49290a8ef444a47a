import CloudStorage
import Foundation
import JSON

/// Makes what the store keeps out of an order.
struct PushBuilder: Sendable {
    /// How long a push waits unless its order says otherwise, in seconds.
    let lifetime: Int

    /// Makes a push.
    ///
    /// - Parameters:
    ///   - order: What was ordered.
    ///   - app: The bundle identifier of the app.
    ///   - date: When it is sent.
    /// - Returns: The push, with ids of its own.
    /// - Throws: An `EncodingError` if the order holds what JSON cannot.
    func make(_ order: PushSpecification, app: String, sent date: Date) throws -> NewPush {
        let push = PushID(Secret.uuid())
        let message = try order.message.map { try make($0, sent: date) }
        let expires = (order.expiry ?? .seconds(lifetime)).date(sent: date)
        var body = order.notice
        body["push_id"] = .string(push.text)
        body["app"] = .string(app)
        body["sent"] = Self.date(date)
        if order.expiry != nil { body["expires"] = Self.date(expires) }
        if let message { body["message_id"] = .string(message.id.text) }
        return NewPush(
            id: push,
            selection: try PushSelection(order, sent: date).text,
            content: EventContent(kind: "push", body: JSONValue.object(body).jsonText, expires: expires),
            message: message
        )
    }

    private func make(_ message: PushSpecification.Message, sent date: Date) throws -> NewMessage {
        NewMessage(
            id: CloudMessageID(Secret.random()),
            title: message.title,
            contentType: message.contentType,
            body: message.body,
            sent: date,
            expires: message.expiry?.date(sent: date),
            extra: try message.extra.map { try JSONValue(encoding: $0).jsonText },
            icons: try message.icons.map { try JSONValue(encoding: $0).jsonText }
        )
    }

    /// A date as the stream's events have it: RFC 3339 in UTC.
    static func date(_ date: Date) -> JSONValue { JSONValue(date)["$date"] ?? .null }
}

/// Who gets a push, in the form that waits in the store.
struct PushSelection: Hashable, Sendable, Codable {
    var audience: Audience
    var types: DeviceTypes
    var zones: Set<String>?
    /// When the push was sent; conditions on attributes may count from then.
    var sent: Date?

    init(_ order: PushSpecification, sent date: Date) {
        audience = order.audience
        types = order.deviceTypes
        zones = order.zones
        sent = date
    }

    /// Reads the store's form.
    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    /// The store's form.
    var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    func includes(_ member: AudienceMember) -> Bool {
        guard types.includes(member.type), audience.includes(member, at: sent ?? .distantPast) else { return false }
        return zones?.contains(member.zone ?? "UTC") ?? true
    }
}
