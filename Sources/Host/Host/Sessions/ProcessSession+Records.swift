import DeviceSync
import HostStorage
import JSONRPC
import TodayProtocol

/// `records/*`: changes are queued in the store; reading asks the cloud in a task of its own.
extension ProcessSession {
    func saveRecords(_ request: RecordsSaveRequest) throws -> SessionChange<EmptyReply> {
        try enqueue(
            request.records.map { .save($0, request.policy ?? .ifUnchanged) },
            container: request.container,
            zone: request.zone,
            isAtomic: request.atomic ?? false
        )
    }

    func deleteRecords(_ request: RecordsDeleteRequest) throws -> SessionChange<EmptyReply> {
        try enqueue(
            request.names.map { .delete($0) },
            container: request.container,
            zone: request.zone,
            isAtomic: false
        )
    }

    func fetchRecords(_ request: RecordsFetchRequest, _ incoming: IncomingRequest) throws {
        let zone = request.zone ?? .default
        try RecordCheck.check(zone)
        try RecordCheck.check(request.names)
        askCloud(incoming, request.container) { sync, caller in
            RecordsFetchRequest.Reply(results: try await sync.fetch(request.names, zone: zone, for: caller))
        }
    }

    func queryRecords(_ request: RecordsQueryRequest, _ incoming: IncomingRequest) throws {
        let zone = request.zone ?? .default
        let limit = request.limit ?? RecordLimits.perRequest
        guard (1...RecordLimits.perRequest).contains(limit) else {
            throw RPCError(.invalidParams, "records/query: limit is 1 to \(RecordLimits.perRequest), not \(limit).")
        }
        try RecordCheck.check(zone)
        try RecordCheck.check(request.query)
        if let marker = request.marker { try RecordCheck.check(token: marker) }
        askCloud(incoming, request.container) { sync, caller in
            try await sync.query(request.query, zone: zone, limit: limit, marker: request.marker, for: caller)
        }
    }

    func recordChanges(_ request: RecordsChangesRequest, _ incoming: IncomingRequest) throws {
        let zone = request.zone ?? .default
        try RecordCheck.check(zone)
        let app = rights.app
        var accepted: String?
        if let transaction = request.transaction {
            accepted = try inTransaction(transaction) { $0.recordToken(of: app, request.container, zone) }
        }
        let store = services.store
        askCloud(incoming, request.container) { [accepted] sync, caller in
            var token = accepted
            if token == nil {
                token = try await store.read { try $0.recordToken(of: app, request.container, zone) }
            }
            return try await sync.changes(of: zone, after: token, for: caller)
        }
    }

    func acceptRecordChanges(_ request: RecordsAcceptChangesRequest) throws -> SessionChange<EmptyReply> {
        let zone = request.zone ?? .default
        try RecordCheck.check(zone)
        try RecordCheck.check(token: request.token)
        return SessionChange(
            .records(.setToken(rights.app, container: request.container, zone: zone, token: request.token))
        )
    }

    func subscribeToRecords(_ request: RecordsSubscribeRequest) throws -> SessionChange<EmptyReply> {
        try RecordCheck.check(request.subscription)
        return SessionChange(.records(.subscribe(rights.app, container: request.container, request.subscription)))
    }

    func unsubscribeFromRecords(_ request: RecordsUnsubscribeRequest) throws -> SessionChange<EmptyReply> {
        try RecordCheck.check(subscriptionID: request.id)
        return SessionChange(.records(.unsubscribe(rights.app, container: request.container, id: request.id)))
    }

    func recordSubscriptions(_ request: RecordsSubscriptionsRequest, _ incoming: IncomingRequest) throws {
        read(incoming) { reader, app in
            let stored = try reader.recordSubscriptions(in: request.container, of: app)
            return RecordsSubscriptionsRequest.Reply(
                subscriptions: stored.compactMap { stored in
                    stored.wanted.map {
                        RecordSubscriptionState(subscription: $0, isActive: stored.isActive, error: stored.error)
                    }
                }
            )
        }
    }

    func recordZones(_ request: RecordsZonesRequest, _ incoming: IncomingRequest) throws {
        askCloud(incoming, request.container) { sync, caller in
            RecordsZonesRequest.Reply(zones: try await sync.zones(for: caller))
        }
    }

    func saveRecordZone(_ request: RecordsSaveZoneRequest, _ incoming: IncomingRequest) throws {
        try RecordCheck.check(request.zone)
        askCloud(incoming, request.container) { sync, caller in
            try await sync.saveZone(request.zone, for: caller)
            return EmptyReply()
        }
    }

    func deleteRecordZone(_ request: RecordsDeleteZoneRequest, _ incoming: IncomingRequest) throws {
        try RecordCheck.check(request.zone)
        guard request.zone != .default else {
            throw RPCError(.invalidParams, "records/deleteZone: the default zone cannot be deleted.")
        }
        askCloud(incoming, request.container) { sync, caller in
            try await sync.deleteZone(request.zone, for: caller)
            return EmptyReply()
        }
    }

    private func enqueue(
        _ changes: [RecordChange],
        container: String,
        zone: ZoneName?,
        isAtomic: Bool
    ) throws -> SessionChange<EmptyReply> {
        let rights = rights
        let set = try RecordChangeSet(
            container: container,
            zone: zone ?? .default,
            app: rights.app,
            process: rights.id,
            isAtomic: isAtomic,
            changes: changes
        )
        return SessionChange(set.changes.isEmpty ? [] : [.records(.enqueue(set))])
    }

    private func askCloud<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        _ container: String,
        _ body: @escaping @Sendable (RecordSync, RecordCaller) async throws -> Reply
    ) {
        let records = services.records
        let caller = RecordCaller(app: rights.app, process: rights.id, container: container)
        startJob(for: incoming) {
            do {
                incoming.reply(try await body(records, caller))
            } catch {
                incoming.fail(RPCError(error))
            }
        }
    }
}

extension HostTransaction {
    func recordToken(of app: AppID, _ container: String, _ zone: ZoneName) -> String? {
        for case .records(.setToken(app, container: container, zone: zone, token: let token)) in operations.reversed() {
            return token
        }
        return nil
    }
}
