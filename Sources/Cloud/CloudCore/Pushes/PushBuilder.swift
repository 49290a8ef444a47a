import CloudStorage
import Foundation
import JSON

/// Makes the push that the store keeps from a specification.
struct PushBuilder: Sendable {
    /// How long an event waits for a device unless the specification says otherwise, in seconds.
    let lifetime: Int

    /// Makes a push.
    ///
    /// - Parameters:
    ///   - specification: What to send, with a resolved audience.
    ///   - app: The bundle identifier of the app.
    ///   - webhooks: The types of the app's open channels that have a webhook.
    ///   - date: When it is sent.
    /// - Returns: The push, with new ids.
    /// - Throws: An `EncodingError` if the specification contains what JSON cannot.
    func make(
        _ specification: PushSpecification,
        app: String,
        webhooks: [String],
        sent date: Date
    ) throws -> NewPush {
        let push = PushID(Secret.uuid())
        let message = try specification.message.map { try make($0, sent: date) }
        let expires = (specification.expiry ?? .seconds(lifetime)).date(sent: date)
        var body = specification.notice
        body["push_id"] = .string(push.text)
        body["app"] = .string(app)
        body["sent"] = Self.date(date)
        if specification.expiry != nil { body["expires"] = Self.date(expires) }
        if let message { body["message_id"] = .string(message.id.text) }
        let apns = specification.apns.map { members in
            APNsNotificationBuilder.content(members, push: push, message: message?.id, expires: expires)
        }
        let open = webhooks.compactMap { type -> OutboxContent? in
            let payload = specification.openPayload(for: type)
            guard !payload.isEmpty else { return nil }
            return OutboxContent(type: type, body: JSONValue.object(payload).jsonText, expires: expires)
        }
        return NewPush(
            id: push,
            selection: try PushSelection(specification, sent: date).text,
            content: EventContent(kind: "push", body: JSONValue.object(body).jsonText, expires: expires),
            message: message,
            outbox: (apns.map { [$0] } ?? []) + open
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

    /// Writes a date as the events of the stream have it: RFC 3339 in UTC.
    static func date(_ date: Date) -> JSONValue { JSONValue(date)["$date"] ?? .null }
}

/// The audience of a push in the form that the store keeps until the push is delivered.
struct PushSelection: Hashable, Sendable, Codable {
    var audience: Audience
    var types: DeviceTypes
    var zones: Set<String>?
    /// When the push was sent; conditions on attributes may be relative to it.
    var sent: Date?

    init(_ specification: PushSpecification, sent date: Date) {
        audience = specification.audience
        types = specification.deviceTypes
        zones = specification.zones
        sent = date
    }

    /// Reads the stored form.
    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    /// The stored form.
    var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    func includes(_ member: AudienceMember) -> Bool {
        guard types.includes(member.type), audience.includes(member, at: sent ?? .distantPast) else { return false }
        return zones?.contains(member.zone ?? "UTC") ?? true
    }
}
