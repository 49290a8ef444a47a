/// Changes which hosts the actions of topic messages may reach.
///
/// Topics is no installed app, so they are a setting of the host's own.
package enum TopicHostOperation: Hashable, Sendable {
    /// Lets the actions reach a host. One more than ``AllowedHostOperation/limit`` is refused with code `limitExceeded`.
    case allow(AllowedHost)
    /// Takes a host back. One that was not allowed changes nothing.
    case disallow(AllowedHost)

    fileprivate static let key = "topics.hosts"

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        var hosts = try context.reader.topicHosts()
        switch self {
        case .allow(let host):
            guard !hosts.contains(host) else { return .unchanged }
            guard hosts.count < AllowedHostOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "Topics is allowed \(AllowedHostOperation.limit) hosts already; disallow one first."
                )
            }
            hosts.append(host)
        case .disallow(let host): hosts.removeAll { $0 == host }
        }
        let value = hosts.map(\.description).joined(separator: "\n")
        let setting: SettingOperation = hosts.isEmpty ? .remove(key: Self.key) : .set(key: Self.key, value: value)
        return try setting.apply(in: context)
    }
}

extension PromiseReader {
    /// Reads the hosts that the person lets the actions of topic messages reach, in the order in which they were allowed.
    package func topicHosts() throws -> [AllowedHost] {
        try (setting(TopicHostOperation.key) ?? "").split(separator: "\n").compactMap { try? AllowedHost(String($0)) }
    }
}
