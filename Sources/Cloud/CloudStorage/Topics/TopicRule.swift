package import FoundationEssentials

package enum TopicRights: String, Hashable, Sendable, CaseIterable {
    case deny
    case readOnly = "read-only"
    case writeOnly = "write-only"
    case readWrite = "read-write"

    package var mayRead: Bool { self == .readOnly || self == .readWrite }
    package var mayWrite: Bool { self == .writeOnly || self == .readWrite }
}

/// An operator's rule: the rights of a user to some topics.
package struct TopicRule: Hashable, Sendable {
    /// The name that matches every user.
    package static let everyone = "*"

    /// The user's name; ``everyone`` for all users, also anonymous ones.
    package var who: String
    /// The name of the topic, where each `*` matches any text.
    package var pattern: String
    package var rights: TopicRights

    package init(who: String, pattern: String, rights: TopicRights) {
        self.who = who
        self.pattern = pattern
        self.rights = rights
    }

    /// Returns the rights of a user, or an anonymous request for `nil`, to a topic; `otherwise` if no rule matches.
    ///
    /// A rule for the user's name precedes one for ``everyone``; then a longer pattern precedes; then a pattern without
    /// `*`. Rules of other users are ignored.
    package static func rights(
        of who: String?,
        to topic: String,
        rules: [TopicRule],
        otherwise: TopicRights
    ) -> TopicRights {
        let fitting = rules.filter { ($0.who == everyone || $0.who == who) && $0.matches(topic) }
        return fitting.max { $0.weight < $1.weight }?.rights ?? otherwise
    }

    package func matches(_ topic: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(topic.utf8)
        var (index, position) = (0, 0)
        // The index after the last star, and the position in the text from which the rest of the pattern is tried.
        var star: (index: Int, position: Int)?
        while position < text.count {
            if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
                star = (index, position)
                index += 1
            } else if index < pattern.count, pattern[index] == text[position] {
                index += 1
                position += 1
            } else if let last = star {
                star = (last.index, last.position + 1)
                index = last.index + 1
                position = last.position + 1
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

/// A token that authenticates a user on the routes of topics; the store keeps only its hash.
package struct TopicToken: Hashable, Sendable {
    package var hash: Data
    package var name: String
    /// The operator's label; may be empty.
    package var label: String
    package var expires: Date?

    package init(hash: Data, name: String, label: String = "", expires: Date? = nil) {
        self.hash = hash
        self.name = name
        self.label = label
        self.expires = expires
    }
}
