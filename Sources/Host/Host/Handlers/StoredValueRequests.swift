import HostModel
import HostStorage
import TodayProtocol

extension GetDefaultsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [String: PropertyValue] {
        try host.requireGroup(group)
        return try await host.store.read { reader in
            if let key { return try reader.defaultsEntry(for: key, of: group).map { [key: $0.value] } ?? [:] }
            var values: [String: PropertyValue] = [:]
            var after: String?
            while true {
                let page = try reader.defaults(of: group, after: after)
                for entry in page.entries { values[entry.key] = entry.value }
                guard page.hasMore, let last = page.entries.last else { return values }
                after = last.key
            }
        }
    }
}

extension SetDefaultRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try host.requireGroup(group)
        let operation: DefaultsOperation =
            value.map { .set(group: group, key: key, value: $0) } ?? .remove(group: group, key: key)
        try await host.store.commit(.defaults(operation), origin: .person)
    }
}

extension TodayHost {
    /// Throws `notFound`, listing the known groups, unless an installed app has the group.
    fileprivate func requireGroup(_ group: GroupID) throws(HostError) {
        let apps = registry.all
        // The person keeps access to the data of a group that an app may no longer use.
        guard !apps.contains(where: { $0.groups[group] != nil || $0.revokedGroups.contains(group) }) else { return }
        let known = Set(apps.flatMap(\.groups.keys)).sorted().map(\.rawValue).joined(separator: ", ")
        throw HostError(
            .notFound,
            "No installed app has the group \"\(group)\"\(known.isEmpty ? "." : "; there are: \(known).")"
        )
    }
}

// MARK: - Settings of surfaces

extension GetSettingRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> String? { try await host.store.read { try $0.setting(name) } }
}

extension SetSettingRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation: SettingOperation = value.map { .set(key: name, value: $0) } ?? .remove(key: name)
        try await host.store.commit(.setting(operation))
    }
}
