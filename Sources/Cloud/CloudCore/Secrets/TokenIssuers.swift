package import CloudStorage
import Foundation

/// Issues the one-time tokens with which devices join.
package struct JoinTokenIssuer: Sendable {
    /// The largest length of a person's or a device's name, in UTF-8 bytes.
    package static let nameLimit = 128

    private let store: CloudStore
    private let now: @Sendable () -> Date

    package init(store: CloudStore) { self.init(store: store) { Date() } }

    init(store: CloudStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Issues a token with which one device may join as a person.
    ///
    /// - Parameters:
    ///   - person: The person's name, which senders use as the named user.
    ///   - lifetime: The lifetime of the token, in seconds.
    /// - Returns: The token; the store keeps only its hash.
    /// - Throws: ``CloudError`` with code `invalid` if the name is not valid, or ``CloudStorage/CloudStoreError``.
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

    /// Returns `true` if a text is a valid name of a person or a device.
    package static func isName(_ text: String) -> Bool {
        (1...nameLimit).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }
}

/// Issues the tokens that authenticate users on the routes of topics.
package struct TopicTokenIssuer: Sendable {
    private let store: CloudStore
    private let now: @Sendable () -> Date

    package init(store: CloudStore) { self.init(store: store) { Date() } }

    init(store: CloudStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Issues a token in ntfy's form: `tk_` and 29 letters and digits.
    ///
    /// - Parameters:
    ///   - name: The user's name.
    ///   - label: The operator's label.
    ///   - lifetime: The lifetime in seconds; `nil` for an unlimited one.
    /// - Returns: The token; the store keeps only its hash.
    /// - Throws: ``CloudStorage/CloudStoreError`` if it cannot be stored.
    package func make(name: String, label: String = "", lifetime: Double? = nil) async throws -> String {
        let token = "tk_" + Secret.alphanumeric(length: 29)
        try await store.add(
            TopicToken(
                hash: Secret.hash(token),
                name: name,
                label: label,
                expires: lifetime.map { now().addingTimeInterval($0) }
            )
        )
        return token
    }
}
