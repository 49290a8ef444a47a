import CloudStore
import Foundation
import JSON

/// Makes what the store keeps out of an order.
struct PushMaker: Sendable {
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
    func make(_ order: PushOrder, app: String, sent date: Date) throws -> NewPush {
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

    private func make(_ message: PushOrder.Message, sent date: Date) throws -> NewMessage {
        NewMessage(
            id: MessageID(Secret.random()),
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
