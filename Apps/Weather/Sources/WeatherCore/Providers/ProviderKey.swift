public import TodayKit

/// The key for the weather provider, which Weather and its widget share in the keychain.
public enum ProviderKey {
    /// The access group of the keychain.
    static let accessGroup = "org.today.Weather"
    static let service = "provider"

    /// Reads the key.
    ///
    /// A person writes it to the shared defaults, since the command line reaches nothing else of Weather. It is moved to the
    /// keychain when it is found there.
    ///
    /// - Parameter context: The context of a request.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: `RequestError` if the keychain or the defaults cannot be used.
    public static func read(_ context: some ProcessScoped) async throws -> String? {
        let keychain = context.keychain(accessGroup)
        guard let written = context.defaults[.providerKey] else { return try await keychain.text(service: service) }
        if written.isEmpty {
            try await keychain.delete(service: service)
        } else {
            try await keychain.set(written, service: service)
        }
        try await context.defaults.remove(.providerKey)
        return written
    }
}
