import HostStore

/// The hosts that the person lets the actions of topic messages reach.
///
/// Topics is no installed app, so they are a setting of the host's own.
enum TopicHosts {
    private static let key = "topics.hosts"

    /// Reads the hosts.
    static func all(_ reader: PromiseReader) throws -> [AllowedHost] {
        try (reader.setting(key) ?? "").split(separator: "\n").compactMap { try? AllowedHost(String($0)) }
    }

    /// Lets the actions reach a host, or no longer.
    ///
    /// - Throws: ``HostStore/StoreError`` with code `limitExceeded` over ``HostStore/AllowedHostOperation/limit``.
    static func set(_ host: AllowedHost, _ isAllowed: Bool, in store: PromiseStore) async throws(StoreError) {
        var hosts = try await store.read { try all($0) }.filter { $0 != host }
        if isAllowed {
            guard hosts.count < AllowedHostOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "Topics is allowed \(AllowedHostOperation.limit) hosts already; disallow one first."
                )
            }
            hosts.append(host)
        }
        let value = hosts.map(\.description).joined(separator: "\n")
        let operation: SettingOperation = hosts.isEmpty ? .remove(key: key) : .set(key: key, value: value)
        try await store.commit(.setting(operation), origin: .person)
    }
}
