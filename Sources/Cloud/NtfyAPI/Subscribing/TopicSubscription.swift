import CloudCore
import Foundation
import JSON

struct TopicSubscription: Hashable, Sendable {
    static let topicLimit = 100

    var path: String
    var topics: [String]
    /// `true` if the stream ends after the stored messages.
    var isPoll: Bool
    var since: HistoryStart
    var wantsScheduled: Bool
    var filter: MessageFilter

    init(path: String, _ fields: RequestParameters, now: Date) throws(NtfyError) {
        self.path = path
        topics = try Self.topics(in: path)
        isPoll = fields.flag(.poll)
        since = try HistoryStart(fields.text(.since), isPoll: isPoll, now: now)
        wantsScheduled = fields.flag(.scheduled)
        filter = try MessageFilter(fields)
    }

    /// Parses comma-separated names; ``NtfyError`` 40009 or 40010 for others.
    static func topics(in path: String) throws(NtfyError) -> [String] {
        var topics: [String] = []
        for part in path.split(separator: ",", omittingEmptySubsequences: false) {
            guard TopicName.isValid(part), topics.count < topicLimit else { throw .topic }
            guard !TopicName.isReserved(part) else { throw .topicReserved }
            if !topics.contains(String(part)) { topics.append(String(part)) }
        }
        return topics
    }
}

/// The stored messages that a subscriber requests: ntfy's parameter `since`.
enum HistoryStart: Hashable, Sendable {
    case none
    case all
    case latest
    /// The messages after another message; all if that one is not stored.
    case message(String)
    case time(Date)

    /// Parses the parameter, which may be missing; `isPoll` is `true` if the subscriber wants only stored messages.
    init(_ text: String?, isPoll: Bool, now: Date) throws(NtfyError) {
        switch text {
        case nil: self = isPoll ? .all : .none
        case "all"?: self = .all
        case "none"?: self = .none
        case "latest"?: self = .latest
        case let text?:
            if MessageIdentifier.isValid(text) {
                self = .message(text)
            } else if text.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Double(text), seconds < 1e11 {
                self = .time(Date(timeIntervalSince1970: seconds))
            } else if let seconds = DurationParser.seconds(text) {
                self = .time(now.addingTimeInterval(-seconds))
            } else {
                throw .since
            }
        }
    }
}

struct MessageFilter: Hashable, Sendable {
    /// The required values by the names of members.
    private let texts: [String: String]
    private let priorities: Set<Int>
    private let tags: Set<String>

    init(_ fields: RequestParameters) throws(NtfyError) {
        let names: [String: RequestParameter] = ["id": .identifier, "message": .message, "title": .title]
        texts = names.compactMapValues(fields.text)
        tags = Set((fields.text(.tags) ?? "").split(separator: ",").map { $0.trimmingSpace() })
        let priorities = try (fields.text(.priority) ?? "").split(separator: ",").map { part throws(NtfyError) in
            try MessagePriority.parse(part.trimmingSpace())
        }
        self.priorities = Set(priorities.compactMap { $0 })
    }

    var isEmpty: Bool { texts.isEmpty && priorities.isEmpty && tags.isEmpty }

    /// Returns `true` if a message matches; events that clear or delete one always do, as they have no content.
    func includes(_ json: JSONValue) -> Bool {
        guard json["event"]?.stringValue == NtfyMessage.Event.message.rawValue else { return true }
        guard texts.allSatisfy({ json[$0]?.stringValue == $1 }) else { return false }
        if !priorities.isEmpty, !priorities.contains(json["priority"]?.integerValue ?? 3) { return false }
        return tags.isSubset(of: (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
}
