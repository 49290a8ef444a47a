package import CloudStorage
package import Foundation

/// Issues the one-time tokens with which devices join.
package struct JoinTokenIssuer: Sendable {
    /// The largest length of a person's or a device's name, in UTF-8 bytes.
    package static let nameLimit = 128

    private let store: CloudStore
    private let now: @Sendable () -> Date

    package init(store: CloudStore, now: @escaping @Sendable () -> Date = { Date() }) {
        self.store = store
        self.now = now
    }

    /// Issues a token with which one device may join as a person, whose name senders use as the named user.
    ///
    /// It is valid for `lifetime` seconds; the store keeps only its hash. An invalid name is a ``CloudError``
    /// `invalid`.
    package func make(person: String, lifetime: Int = 86_400) async throws -> String {
        guard Self.isName(person) else {
            throw CloudError(.invalid, "A name has 1 to \(Self.nameLimit) bytes and no control characters.")
        }
        let token = Secret.random(length: 43)
        try await store.addJoinToken(
            hash: Secret.hash(token),
            person: person,
            expires: now().addingTimeInterval(Double(lifetime))
        )
        return token
    }

    package static func isName(_ text: String) -> Bool {
        (1...nameLimit).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }
}

extension CloudStore {
    /// Issues a token that authenticates a user on the routes of topics, in ntfy's form: `tk_` and 29 letters and digits.
    ///
    /// It is valid for `lifetime` seconds, or forever if that is `nil`; the store keeps only its hash.
    package func issueTopicToken(name: String, label: String = "", lifetime: Double? = nil) async throws -> String {
        let token = "tk_" + Secret.alphanumeric(length: 29)
        let expires = lifetime.map { Date().addingTimeInterval($0) }
        try await add(TopicToken(hash: Secret.hash(token), name: name, label: label, expires: expires))
        return token
    }
}
