import JSON

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
    init(_ fields: RequestFields) throws(NtfyError) {
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
