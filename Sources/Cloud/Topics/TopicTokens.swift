package import CloudStore
import Foundation

/// Makes the tokens with which programs prove their names to topics.
package struct TopicTokens: Sendable {
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
    /// - Throws: ``CloudStore/CloudStoreError`` if it cannot be kept.
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
