import CloudStorage
import Foundation
import JSON

struct PushBuilder: Sendable {
    /// The lifetime of an event unless the specification sets another, in seconds.
    let lifetime: Int

    /// Makes a push with new ids from a specification with a resolved audience.
    ///
    /// `webhooks` are the types of the app's open channels that have a webhook.
    func make(_ specification: PushSpecification, app: String, webhooks: [String], sent date: Date) throws -> NewPush {
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

    /// Formats a date as in events of the stream: RFC 3339 in UTC.
    static func date(_ date: Date) -> JSONValue { JSONValue(date)["$date"] ?? .null }
}

/// The audience of a push in its stored form, which the store keeps until the push is delivered.
struct PushSelection: Hashable, Sendable, Codable {
    var audience: Audience
    var types: DeviceTypes
    var zones: Set<String>?
    /// The time of sending, to which conditions on attributes may be relative.
    var sent: Date?

    init(_ specification: PushSpecification, sent date: Date) {
        audience = specification.audience
        types = specification.deviceTypes
        zones = specification.zones
        sent = date
    }

    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    func includes(_ member: AudienceMember) -> Bool {
        guard types.includes(member.type), audience.includes(member, at: sent ?? .distantPast) else { return false }
        return zones?.contains(member.zone ?? "UTC") ?? true
    }
}
