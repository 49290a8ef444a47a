import AsyncPrimitives
import SQLiteSupport

extension CloudStore {
    /// The largest number of attributes of a channel, and of a named user.
    package static let attributeLimit = 200

    /// The largest number of attributes that one transaction changes.
    private static let attributesPerTransaction = 500

    /// The number of attributes up to which a change does not wait for other large changes of its app.
    private static let attributeQueueThreshold = 100

    /// Changes attributes of channels in order, and returns the channels that were not changed, or not completely.
    ///
    /// A change that is older than the stored value is ignored. A change of many channels is split into several
    /// transactions, so that other writes are not held up, and large changes of one app run one at a time. If the disk
    /// fails, some channels may have been changed and others not.
    package func changeAttributes(
        _ changes: [AttributeChange],
        ofChannels ids: [ChannelID],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        try await change(changes, of: .channel, ids.map(\.text), of: app)
    }

    /// Changes attributes of named users, as ``changeAttributes(_:ofChannels:of:)`` does.
    package func changeAttributes(
        _ changes: [AttributeChange],
        ofNamedUsers names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        try await change(changes, of: .namedUser, names, of: app)
    }

    private func change(
        _ changes: [AttributeChange],
        of kind: OwnerKind,
        _ names: [String],
        of app: AppNumber
    ) async throws(CloudStoreError) -> AttributeOutcome {
        guard names.count * changes.count > Self.attributeQueueThreshold else {
            return try await changeNow(changes, of: kind, names, of: app)
        }
        return try await attributeChangeQueue.withPermit(of: app) { () async throws(CloudStoreError) in
            try await changeNow(changes, of: kind, names, of: app)
        }
    }

    private func changeNow(
        _ changes: [AttributeChange],
        of kind: OwnerKind,
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
                    guard let number = try context.ownerNumber(kind, name, of: app) else {
                        part.unknown.append(name)
                        continue
                    }
                    if try !context.apply(changes, to: kind, number, of: app) { part.full.append(name) }
                    if kind == .namedUser { try context.touchNamedUser(NamedUserNumber(number)) }
                }
                return part
            }
            outcome.unknown += part.unknown
            outcome.full += part.full
        }
        return outcome
    }
}
