import HostStorage
package import TodayProtocol

/// Asks for the values of a group's shared defaults.
///
/// Fails with `notFound` if no installed app has the group.
package struct GetDefaultsRequest: HostRequest {
    package var group: GroupID
    /// The key to read; `nil` for all.
    package var key: String?

    package init(of group: GroupID, key: String?) {
        self.group = group
        self.key = key
    }

    package func reply(from host: TodayHost) async throws -> [String: PropertyValue] {
        try host.requireGroup(group)
        return try await host.components.store.durable.read { reader in
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

/// Sets a key of a group's shared defaults, or removes it.
///
/// Fails with `notFound` if no installed app has the group.
package struct SetDefaultRequest: HostRequest {
    /// The new value; `nil` removes the key.
    package var value: PropertyValue?
    package var key: String
    package var group: GroupID

    package init(_ value: PropertyValue?, for key: String, in group: GroupID) {
        self.value = value
        self.key = key
        self.group = group
    }

    package func reply(from host: TodayHost) async throws {
        try host.requireGroup(group)
        let operation: DefaultsOperation =
            value.map { .set(group: group, key: key, value: $0) } ?? .remove(group: group, key: key)
        try await host.components.store.durable.commit(.defaults(operation), origin: .person)
    }
}

extension TodayHost {
    /// Throws `notFound`, listing the known groups, unless an installed app has the group.
    fileprivate func requireGroup(_ group: GroupID) throws(HostError) {
        let apps = components.registry.all
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

/// Reads a value that a surface stores in the host's database, such as its port.
package struct GetSettingRequest: HostRequest {
    /// The value's name.
    package var name: String

    package init(_ name: String) { self.name = name }

    package func reply(from host: TodayHost) async throws -> String? {
        try await host.components.store.durable.read { try $0.setting(name) }
    }
}

/// Stores a value for a surface; it is on disk when the reply comes.
package struct SetSettingRequest: HostRequest {
    /// The value's name.
    package var name: String
    /// The value, at most 64 KiB; `nil` removes it.
    package var value: String?

    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    package func reply(from host: TodayHost) async throws {
        let operation: SettingOperation = value.map { .set(key: name, value: $0) } ?? .remove(key: name)
        try await host.components.store.durable.commit(.setting(operation))
    }
}
