import Cloud
import Foundation

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
    init(path: String, _ fields: RequestFields, now: Date) throws(NtfyError) {
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
