package import FoundationEssentials

/// What somebody may do with a topic.
package enum TopicRights: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case deny
    /// Subscribe.
    case readOnly = "read-only"
    /// Publish.
    case writeOnly = "write-only"
    /// Both.
    case readWrite = "read-write"

    /// Whether subscribing is allowed.
    package var mayRead: Bool { self == .readOnly || self == .readWrite }
    /// Whether publishing is allowed.
    package var mayWrite: Bool { self == .writeOnly || self == .readWrite }
}

/// A rule of an operator: what somebody may do with some topics.
package struct TopicRule: Hashable, Sendable {
    /// The name that stands for everybody.
    package static let everyone = "*"

    /// Whose rule it is; ``everyone`` for those too who prove no name.
    package var who: String
    /// The topic, where each `*` stands for any text.
    package var pattern: String
    /// What is allowed.
    package var rights: TopicRights

    /// Describes a rule.
    package init(who: String, pattern: String, rights: TopicRights) {
        self.who = who
        self.pattern = pattern
        self.rights = rights
    }

    /// What somebody may do with a topic.
    ///
    /// One's own rules come before everybody's, then the longer pattern comes first, then the one without `*`.
    ///
    /// - Parameters:
    ///   - who: The name that was proved, if any.
    ///   - topic: The topic's name.
    ///   - rules: The rules; those of others are passed over.
    ///   - otherwise: What is allowed where no rule fits.
    /// - Returns: The rights.
    package static func rights(
        of who: String?,
        to topic: String,
        rules: [TopicRule],
        otherwise: TopicRights
    ) -> TopicRights {
        let fitting = rules.filter { ($0.who == everyone || $0.who == who) && $0.matches(topic) }
        return fitting.max { $0.weight < $1.weight }?.rights ?? otherwise
    }

    /// Whether this rule is about a topic.
    package func matches(_ topic: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(topic.utf8)
        var (index, place) = (0, 0)
        // Where the last star stands, and from where on what follows it is tried.
        var star: (index: Int, place: Int)?
        while place < text.count {
            if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
                star = (index, place)
                index += 1
            } else if index < pattern.count, pattern[index] == text[place] {
                index += 1
                place += 1
            } else if let last = star {
                star = (last.index, last.place + 1)
                index = last.index + 1
                place = last.place + 1
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    private var weight: Int {
        (who == Self.everyone ? 0 : 1_000_000) + pattern.utf8.count * 2 + (pattern.contains("*") ? 0 : 1)
    }
}

/// A token with which somebody proves a name to the topics' routes; the store keeps its hash alone.
package struct TopicToken: Hashable, Sendable {
    /// The SHA-256 of the token.
    package var hash: Data
    /// The name that it proves.
    package var name: String
    /// What the operator calls it; may be empty.
    package var label: String
    /// From when on it works no more; none if it always does.
    package var expires: Date?

    /// Describes a token.
    package init(hash: Data, name: String, label: String = "", expires: Date? = nil) {
        self.hash = hash
        self.name = name
        self.label = label
        self.expires = expires
    }
}
