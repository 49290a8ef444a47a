package import CloudStore

extension Cloud {
    /// How many members a static list has at most.
    package static let listMemberLimit = 100_000
    /// How many members share a write, so that other writes need not wait long.
    private static let memberPage = 500

    /// Replaces the members of a static list, all at once.
    ///
    /// Channels that the app does not have, or that are of another kind, are passed over.
    ///
    /// - Parameters:
    ///   - list: The list, as it was read.
    ///   - members: Its members from now on; those that are named twice count once.
    ///   - app: Whose it is.
    /// - Throws: ``CloudError`` with code `tooLarge` if there are more than ``listMemberLimit``;
    ///   ``CloudStore/CloudStoreError`` with code `notFound` if the list is gone, or if the disk failed.
    package func replaceMembers(
        of list: StaticListRecord,
        by members: [ListMember],
        of app: AppRecord
    ) async throws {
        guard members.count <= Self.listMemberLimit else {
            throw CloudError(.tooLarge, "A list has at most \(Self.listMemberLimit) members.")
        }
        let upload = try await store.beginListUpload()
        for start in stride(from: 0, to: members.count, by: Self.memberPage) {
            try Task.checkCancellation()
            let page = members[start..<min(start + Self.memberPage, members.count)]
            var users: [String] = []
            var kinds: [ChannelID: [ChannelKindName?]] = [:]
            for member in page {
                switch member {
                case .namedUser(let name): users.append(name)
                case .channel(let id, let kind): kinds[id, default: []].append(kind)
                }
            }
            let found = try await store.listedChannels(Array(kinds.keys), of: app.number)
            let channels = found.filter { channel in
                kinds[channel.id]?.contains { $0?.includes(channel.type) ?? true } ?? false
            }
            try await store.add(channels: channels.map(\.number), users: users, to: upload)
        }
        try await store.finish(upload, for: list.number, of: app.number)
    }
}
