import AsyncPrimitives
import GRDB
import SQLiteSupport

extension CloudStore {
    /// The largest number of attributes of a channel, and of a named user.
    package static let attributeLimit = 200

    /// The largest number of attributes that one transaction changes.
    private static let attributesPerTransaction = 500

    /// The number of attributes up to which a change does not wait for other large changes of its app.
    private static let attributeQueueThreshold = 100

    /// Changes attributes of channels.
    ///
    /// A change that is older than the stored value is ignored. A change of many channels is split into several
    /// transactions, so that other writes are not held up, and large changes of one app run one at a time. If the disk
    /// fails, some channels may have been changed and others not.
    ///
    /// - Parameters:
    ///   - changes: The changes, in the order in which they apply.
    ///   - ids: The channels.
    ///   - app: The app.
    /// - Returns: The channels that were not changed, or not completely.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func changeAttributes(
        _ changes: [AttributeChange],
        ofChannels ids: [ChannelID],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        let query = "SELECT number FROM channel WHERE appNumber = ? AND id = ?"
        return try await change(changes, .channels, query, ids.map(\.text), of: app)
    }

    /// Changes attributes of named users, as ``changeAttributes(_:ofChannels:of:)`` does.
    package func changeAttributes(
        _ changes: [AttributeChange],
        ofNamedUsers names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        let query = "SELECT number FROM namedUser WHERE appNumber = ? AND name = ?"
        return try await change(changes, .namedUsers, query, names, of: app)
    }

    private func change(
        _ changes: [AttributeChange],
        _ table: AttributeTable,
        _ query: String,
        _ names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        guard names.count * changes.count > Self.attributeQueueThreshold else {
            return try await changeNow(changes, table, query, names, of: app)
        }
        return try await attributeChangeQueue.withPermit(of: app) { () async throws(CloudStoreError) in
            try await changeNow(changes, table, query, names, of: app)
        }
    }

    private func changeNow(
        _ changes: [AttributeChange],
        _ table: AttributeTable,
        _ query: String,
        _ names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        var outcome = AttributeOutcome()
        var rest = names[...]
        while !rest.isEmpty {
            let step = rest.prefix(max(1, Self.attributesPerTransaction / max(1, changes.count)))
            rest = rest.dropFirst(step.count)
            let part = try await write { context in
                var part = AttributeOutcome()
                for name in step {
                    guard let number: Int64 = try context.database.row(query, [app, name])?["number"] else {
                        part.unknown.append(name)
                        continue
                    }
                    let fits = try table.apply(changes, to: number, of: app, now: context.now, in: context.database)
                    if !fits { part.full.append(name) }
                    if table.owner == AttributeTable.namedUsers.owner {
                        try context.touchNamedUser(NamedUserNumber(number))
                    }
                }
                return part
            }
            outcome.unknown += part.unknown
            outcome.full += part.full
        }
        return outcome
    }
}
