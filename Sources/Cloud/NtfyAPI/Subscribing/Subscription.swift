import CloudCore
import Foundation
import JSON

/// What a subscriber wants.
struct Subscription: Hashable, Sendable {
    /// How many topics a stream has at most.
    static let topicLimit = 100

    /// The names, as the path has them.
    var path: String
    /// The topics.
    var topics: [String]
    /// Whether the stream ends after what is there.
    var isPoll: Bool
    var since: Since
    /// Whether messages are wanted too that wait for their time.
    var wantsScheduled: Bool
    var filter: MessageFilter

    /// Reads the parameters of a request.
    ///
    /// - Throws: ``NtfyError`` that says what is wrong.
    init(path: String, _ fields: RequestParameters, now: Date) throws(NtfyError) {
        self.path = path
        topics = try Self.topics(in: path)
        isPoll = fields.flag(.poll)
        since = try Since(fields.text(.since), isPoll: isPoll, now: now)
        wantsScheduled = fields.flag(.scheduled)
        filter = try MessageFilter(fields)
    }

    /// Reads names that are separated by commas.
    ///
    /// - Throws: ``NtfyError`` 40009 or 40010.
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

/// From where on a subscriber wants messages that were published before.
enum Since: Hashable, Sendable {
    /// None of them.
    case none
    /// All that are kept.
    case all
    /// The latest one of each topic.
    case latest
    /// Those after another one; all if that one is not kept.
    case message(String)
    /// Those from a time on.
    case time(Date)

    /// Reads the parameter.
    ///
    /// - Parameters:
    ///   - text: The parameter; none if it is missing.
    ///   - isPoll: Whether the subscriber only wants what is there.
    ///   - now: The present, for durations.
    /// - Throws: ``NtfyError`` 40008 if it cannot be read.
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

/// Which messages a subscriber wants: all that is said must fit.
struct MessageFilter: Hashable, Sendable {
    private let identifier: String?
    private let message: String?
    private let title: String?
    private let priorities: Set<Int>
    private let tags: Set<String>

    /// Reads the parameters.
    ///
    /// - Throws: ``NtfyError`` 40007 if a priority is none.
    init(_ fields: RequestParameters) throws(NtfyError) {
        identifier = fields.text(.identifier)
        message = fields.text(.message)
        title = fields.text(.title)
        tags = Set((fields.text(.tags) ?? "").split(separator: ",").map { $0.trimmingSpace() })
        var priorities: Set<Int> = []
        for part in (fields.text(.priority) ?? "").split(separator: ",") {
            if let priority = try MessagePriority.parse(part.trimmingSpace()) { priorities.insert(priority) }
        }
        self.priorities = priorities
    }

    /// Whether everything fits.
    var isEmpty: Bool {
        identifier == nil && message == nil && title == nil && priorities.isEmpty && tags.isEmpty
    }

    /// Whether a message fits; what updates or withdraws one always does, since it has nothing of its own to look at.
    func includes(_ json: JSONValue) -> Bool {
        guard json["event"]?.stringValue == NtfyMessage.Event.message.rawValue else { return true }
        if let identifier, json["id"]?.stringValue != identifier { return false }
        if let message, json["message"]?.stringValue != message { return false }
        if let title, json["title"]?.stringValue != title { return false }
        if !priorities.isEmpty, !priorities.contains(json["priority"]?.integerValue ?? 3) { return false }
        return tags.isSubset(of: (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
}
