package import CloudStore
import Foundation

/// Makes the tokens with which devices join.
package struct JoinTokens: Sendable {
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
    /// - Throws: ``CloudError`` with code `invalid` for a name that is none, or ``CloudStore/CloudStoreError``.
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
