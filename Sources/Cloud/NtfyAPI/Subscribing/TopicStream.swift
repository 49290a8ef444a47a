import CloudCore
import CloudStorage
import Foundation
import JSON

/// Writes the messages of topics: first the stored ones, then new ones.
struct TopicStream: Sendable {
    static let heartbeat = Duration.seconds(45)
    private static let pageSize = 100

    typealias Writer = @concurrent (String) async throws -> Void

    let cloud: Cloud
    let subscription: TopicSubscription
    let format: StreamFormat
    let isAllowed: @Sendable () async throws -> Bool

    func poll(_ write: Writer) async throws {
        _ = try await writeKept(latestUpTo: .max, write)
    }

    /// Writes until the mailbox ends: the client disconnected or lost its rights, or the cloud shuts down.
    func run(_ mailbox: TopicMailbox, _ write: Writer) async throws {
        var position = try await cloud.store.lastTopicMessageNumber()
        try await write(format.text(controlEvent(.open)))
        // Later messages are in the mailbox, so they do not count among the latest stored ones.
        if let last = try await writeKept(latestUpTo: position, write) { position = max(position, last) }
        while true {
            switch await mailbox.next() {
            case .events(let published):
                for message in published where message.number ?? .max > position {
                    try await self.write(message.message.body, write)
                    position = message.number ?? position
                }
            case .catchUp:
                position = try await writePages(after: position, since: .distantPast, isForStream: true, write)
            case .heartbeat:
                guard try await isAllowed() else { return }
                if format.hasKeepalives { try await write(format.text(controlEvent(.keepalive))) }
            case .end: return
            }
        }
    }

    /// Requests keepalives from the stream until the task is cancelled.
    static func sendKeepalives(_ mailbox: TopicMailbox, clock: any Clock<Duration>) async throws {
        while true {
            try await clock.sleep(for: heartbeat)
            mailbox.requestHeartbeat()
        }
    }

    /// Writes the stored messages that the subscriber requested, and returns the position of the last one, if any; of
    /// the latest messages of topics, only those up to `limit` count.
    private func writeKept(latestUpTo limit: Int64, _ write: Writer) async throws -> Int64? {
        let store = cloud.store
        var last: Int64?
        switch subscription.since {
        case .none: return nil
        case .all: last = try await writePages(after: 0, since: .distantPast, write)
        case .time(let date): last = try await writePages(after: 0, since: date, write)
        case .message(let id):
            let number = try await store.topicMessageNumber(id) ?? 0
            last = try await writePages(after: number, since: .distantPast, write)
        case .latest:
            for message in try await store.latestMessages(of: subscription.topics, upTo: limit) {
                try await self.write(message.message.body, write)
                last = message.number
            }
        }
        if subscription.wantsScheduled {
            for message in try await store.scheduledMessages(of: subscription.topics) {
                try await self.write(message.body, write)
            }
        }
        return last
    }

    private func writePages(
        after position: Int64,
        since time: Date,
        isForStream: Bool = false,
        _ write: Writer
    ) async throws -> Int64 {
        var position = position
        while true {
            let page = try await cloud.store.messages(
                of: subscription.topics,
                after: position,
                since: time,
                isForStream: isForStream,
                limit: Self.pageSize
            )
            for message in page { try await self.write(message.message.body, write) }
            position = page.last?.number ?? position
            if page.count < Self.pageSize { return position }
        }
    }

    private func write(_ body: String, _ write: Writer) async throws {
        guard subscription.filter.isEmpty || subscription.filter.includes(StreamFormat.value(of: body)) else { return }
        try await write(format.text(body))
    }

    private func controlEvent(_ event: NtfyMessage.Event) -> String {
        var message = NtfyMessage(time: cloud.now(), topic: subscription.path)
        message.event = event
        return message.json.jsonText
    }
}

enum StreamFormat: String, Hashable, Sendable {
    /// A JSON object on each line.
    case json
    case sse
    /// The text of each message on a line.
    case raw
    /// A JSON object in each message of a WebSocket.
    case webSocket = "ws"

    var contentType: String {
        switch self {
        case .json, .webSocket: "application/x-ndjson; charset=utf-8"
        case .sse: "text/event-stream; charset=utf-8"
        case .raw: "text/plain; charset=utf-8"
        }
    }

    /// `true` if the stream has keepalive events; a WebSocket has pings instead.
    var hasKeepalives: Bool { self != .webSocket }

    /// Returns the text of an event, with the line breaks that end it; `body` is its JSON object, on one line.
    func text(_ body: String) -> String {
        switch self {
        case .json: return body + "\n"
        case .webSocket: return body
        case .sse:
            let event = Self.value(of: body)["event"]?.stringValue ?? ""
            return event == NtfyMessage.Event.message.rawValue
                ? "data: \(body)\n\n" : "event: \(event)\ndata: \(body)\n\n"
        case .raw:
            let json = Self.value(of: body)
            guard json["event"]?.stringValue == NtfyMessage.Event.message.rawValue else { return "\n" }
            return String((json["message"]?.stringValue ?? "").map { $0.isNewline ? " " : $0 }) + "\n"
        }
    }

    /// Parses a body that this module encoded.
    static func value(of body: String) -> JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
