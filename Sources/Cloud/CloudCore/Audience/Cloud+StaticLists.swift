package import CloudStorage

extension Cloud {
    package static let listMemberLimit = 100_000
    /// The number of members in one write, so that other writes are not held up for long.
    private static let memberPage = 500

    /// Replaces the members of a static list in one commit by those that `next` returns until `nil`.
    ///
    /// Channels that do not exist in the app, or are of another kind, are ignored; duplicates count once. If reading
    /// fails, the list keeps its members. Previously replaced members are removed first, so that they do not
    /// accumulate. Must be called inside ``ListUploadTracker/run(of:_:)`` of ``listUploads``.
    ///
    /// - Throws: ``CloudError`` with code `tooLarge` if there are more than ``listMemberLimit`` members;
    ///   ``CloudStorage/CloudStoreError`` with code `notFound` if the list was removed; what `next` throws.
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
            // If this fails too, the upload expires within an hour.
            try? await store.discard(upload)
            listsChanged(sweepIn: 0)
            throw error
        }
    }

    /// - Returns: `true` if it existed.
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
            // Reading many rows takes CPU time that other tasks need too.
            await Task.yield()
        }
    }
}

package enum ListMember: Hashable, Sendable {
    /// Every channel of a named user, who may be added later.
    case namedUser(String)
    /// A channel; if a kind is given, the channel must be of that kind.
    case channel(ChannelID, kind: ChannelPlatform?)
}
