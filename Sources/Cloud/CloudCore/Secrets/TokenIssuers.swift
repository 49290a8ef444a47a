package import CloudStorage
import Foundation

/// Makes the tokens with which devices join.
package struct JoinTokenIssuer: Sendable {
    /// How long a name of a person or a device may be, in UTF-8 bytes.
    package static let nameLimit = 128

    private let store: CloudStore
    private let now: @Sendable () -> Date

    /// Makes tokens for a store.
    package init(store: CloudStore) { self.init(store: store) { Date() } }

    init(store: CloudStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Makes a token with which one device may join as a person.
    ///
    /// - Parameters:
    ///   - person: The person's name; senders know them by it.
    ///   - lifetime: For how many seconds the token works.
    /// - Returns: The token, which is shown once: the store keeps its hash alone.
    /// - Throws: ``CloudError`` with code `invalid` for a name that is none, or ``CloudStorage/CloudStoreError``.
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

    /// Whether a text can name a person or a device.
    static func isName(_ text: String) -> Bool {
        (1...nameLimit).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }
}

/// Makes the tokens with which programs prove their names to topics.
package struct TopicTokenIssuer: Sendable {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")

    private let store: CloudStore
    private let now: @Sendable () -> Date

    /// Makes tokens for a store.
    package init(store: CloudStore) { self.init(store: store) { Date() } }

    init(store: CloudStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Makes a token in ntfy's form: `tk_` and 29 letters and digits.
    ///
    /// - Parameters:
    ///   - name: The name that it proves.
    ///   - label: What the operator calls it.
    ///   - lifetime: For how many seconds it works; none for ever.
    /// - Returns: The token, which is shown once: the store keeps its hash alone.
    /// - Throws: ``CloudStorage/CloudStoreError`` if it cannot be kept.
    package func make(name: String, label: String = "", lifetime: Double? = nil) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let token = "tk_" + String((0..<29).compactMap { _ in Self.alphabet.randomElement(using: &generator) })
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
