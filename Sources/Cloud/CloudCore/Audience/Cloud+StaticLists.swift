package import CloudStorage

extension Cloud {
    /// How many members a static list has at most.
    package static let listMemberLimit = 100_000
    /// How many members share a write, so that other writes need not wait long.
    private static let memberPage = 500

    /// Replaces the members of a static list, all at once.
    ///
    /// Channels that the app does not have, or that are of another kind, are passed over. The members are read and
    /// written in pieces; if one cannot be read, the list keeps those that it had. What was replaced before is removed
    /// first, so that it does not pile up. Run it in ``listUploads``.
    ///
    /// - Parameters:
    ///   - list: The list, as it was read.
    ///   - next: Reads its next member from now on, none at their end; those that are named twice count once.
    ///   - app: Whose it is.
    /// - Throws: ``CloudError`` with code `tooLarge` if there are more than ``listMemberLimit``;
    ///   ``CloudStorage/CloudStoreError`` with code `notFound` if the list is gone, or if the disk failed; what `next`
    ///   throws.
    package func replaceMembers(
        of list: StaticListRecord,
        by next: () throws -> ListMember?,
        of app: AppRecord
    ) async throws {
        let upload = try await store.beginListUpload(of: app.number)
        do {
            while try await store.sweepLists() { try Task.checkCancellation() }
            try await collect(next, for: upload, of: app)
            try await store.finish(upload, for: list.number, of: app.number)
            listsChanged(sweepIn: CloudStore.uploadRetention)
        } catch {
            // Should this fail too, the upload ends by itself within the hour.
            try? await store.discard(upload)
            listsChanged(sweepIn: 0)
            throw error
        }
    }

    /// Removes a static list.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - app: Whose it is.
    /// - Returns: Whether there was one.
    /// - Throws: ``CloudStorage/CloudStoreError`` if the disk failed.
    package func removeStaticList(_ name: String, of app: AppRecord) async throws -> Bool {
        let isDone = try await store.removeStaticList(name, of: app.number)
        if isDone { listsChanged(sweepIn: CloudStore.uploadRetention) }
        return isDone
    }

    private func collect(
        _ next: () throws -> ListMember?,
        for upload: ListUploadNumber,
        of app: AppRecord
    ) async throws {
        var count = 0
        var isAtEnd = false
        while !isAtEnd {
            try Task.checkCancellation()
            var users: [String] = []
            var kinds: [ChannelID: [ChannelPlatform?]] = [:]
            for _ in 0..<Self.memberPage {
                guard let member = try next() else {
                    isAtEnd = true
                    break
                }
                count += 1
                switch member {
                case .namedUser(let name): users.append(name)
                case .channel(let id, let kind): kinds[id, default: []].append(kind)
                }
            }
            guard count <= Self.listMemberLimit else {
                throw CloudError(.tooLarge, "A list has at most \(Self.listMemberLimit) members.")
            }
            let found = try await store.listedChannels(Array(kinds.keys), of: app.number)
            let channels = found.filter { channel in
                kinds[channel.id]?.contains { $0?.includes(channel.type) ?? true } ?? false
            }
            try await store.add(channels: channels.map(\.number), users: users, to: upload)
            // Reading many rows is work for the processor, which others want too.
            await Task.yield()
        }
    }
}

/// A member of a static list, as its sender names it.
package enum ListMember: Hashable, Sendable {
    /// Every channel of a named user, also of one who comes later.
    case namedUser(String)
    /// A channel, which must be of a kind if one is named.
    case channel(ChannelID, kind: ChannelPlatform?)
}
