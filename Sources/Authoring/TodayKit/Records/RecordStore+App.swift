public import TodayProtocol

extension RecordStore where Scope == AppContext {
    /// Deletes records; durable in the queue when this returns, or with the transaction.
    ///
    /// A record that has changed in the cloud is deleted as well; one that does not exist is ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func delete(_ names: [RecordName], zone: ZoneName = .default) async throws {
        let zone = zone.named
        for part in names.parts(of: RecordLimits.perRequest) {
            try await scope.process.ask {
                RecordsDeleteRequest(container: container, zone: zone, names: part, transaction: $0)
            }
        }
    }

    /// Asks the cloud for the records that match a query.
    ///
    /// A page has at most `limit` records, 1 to 200, and may have fewer if they are large. The marker is
    /// `RecordPage.marker` of the page before, with the same query; `nil` for the first page.
    ///
    /// - Throws: `RecordError` if the cloud refuses or cannot be asked, ``RequestError`` if the host refuses, or a
    ///   `CancellationError`.
    public func query(
        _ query: RecordQuery,
        zone: ZoneName = .default,
        limit: Int = 200,
        marker: String? = nil
    ) async throws -> RecordPage {
        let zone = zone.named
        return try await askCloud(
            RecordsQueryRequest(container: container, zone: zone, query: query, limit: limit, marker: marker)
        )
    }

    /// Fetches the changes of a zone from the cloud, since those that this app on this device accepted.
    ///
    /// They include the changes that the app itself made. Handle the changes, call ``acceptChanges(_:)``, and ask again
    /// while `RecordChanges.moreComing` is `true`; both may be in one transaction. Outside a transaction, as in
    /// ``App/run(_:)``, store the changes first and then accept them: if the app ends in between, they come again.
    ///
    /// - Returns: The changes. `RecordChanges.startsOver` is `true` on the first page of a walk through the whole zone.
    /// - Throws: `RecordError` if the cloud refuses or cannot be asked, `zoneNotFound` if the zone was never created;
    ///   ``RequestError`` if the host refuses, or a `CancellationError`.
    public func changes(zone: ZoneName = .default) async throws -> RecordChanges {
        let transaction = scope.process.transaction
        try transaction?.requireOpen()
        return try await askCloud(
            RecordsChangesRequest(container: container, zone: zone.named, transaction: transaction?.number)
        )
    }

    /// Accepts changes, so that ``changes(zone:)`` continues after them.
    ///
    /// - Throws: ``RequestError`` if the host refuses, or if they belong to another container.
    public func acceptChanges(_ changes: RecordChanges) async throws {
        guard changes.container == container else {
            throw RequestError(.invalidValue, "The changes belong to \(changes.container), not to \(container).")
        }
        try await scope.process.ask {
            RecordsAcceptChangesRequest(
                container: container,
                zone: changes.zone.named,
                token: changes.token,
                transaction: $0
            )
        }
    }

    /// Subscribes to changes, which arrive as pushes in ``App/receive(push:_:)``.
    ///
    /// The host stores the subscription and creates it in the cloud once, even if this is called at each start. A
    /// subscription with the same id and other settings replaces the stored one. To get the pushes, the app needs
    /// `remote-notification` among its `UIBackgroundModes`, but not `aps-environment`.
    ///
    /// - Parameter subscription: The subscription; an app may have 100, of 16 KiB each.
    /// - Throws: ``RequestError`` if the host refuses.
    public func subscribe(_ subscription: RecordSubscription) async throws {
        try await scope.process.ask {
            RecordsSubscribeRequest(container: container, subscription: subscription, transaction: $0)
        }
    }

    /// Ends a subscription on all of the person's devices; an unknown id is ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func unsubscribe(_ id: String) async throws {
        try await scope.process.ask { RecordsUnsubscribeRequest(container: container, id: id, transaction: $0) }
    }

    /// Reads the app's subscriptions in this container and their state in the cloud, sorted by id.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func subscriptions() async throws -> [RecordSubscriptionState] {
        try await scope.process.session.ask(RecordsSubscriptionsRequest(container: container)).subscriptions
    }

    /// Asks the cloud for the zones of the container.
    ///
    /// - Throws: `RecordError` if the cloud cannot be asked, ``RequestError`` if the host refuses, or a
    ///   `CancellationError`.
    public func zones() async throws -> [ZoneName] {
        try await askCloud(RecordsZonesRequest(container: container)).zones
    }

    /// Creates a zone in the cloud; one that exists stays as it is.
    ///
    /// - Throws: `RecordError` if the cloud refuses or cannot be asked, ``RequestError`` if the host refuses, or a
    ///   `CancellationError`.
    public func saveZone(_ zone: ZoneName) async throws {
        _ = try await askCloud(RecordsSaveZoneRequest(container: container, zone: zone))
    }

    /// Deletes a zone in the cloud with all its records.
    ///
    /// - Throws: `RecordError` if the cloud refuses or cannot be asked, ``RequestError`` if the host refuses, or a
    ///   `CancellationError`.
    public func deleteZone(_ zone: ZoneName) async throws {
        _ = try await askCloud(RecordsDeleteZoneRequest(container: container, zone: zone))
    }
}
