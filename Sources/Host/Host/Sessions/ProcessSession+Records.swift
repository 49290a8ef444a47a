import DeviceSync
import HostStorage
import JSON
import JSONRPC
import TodayProtocol

/// `records/*`: changes are queued in the store; reading asks the cloud in a task of its own.
extension ProcessSession {
    static func saveRecords(
        _ request: RecordsSaveRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        try session.enqueue(
            request.records.map { .save($0, request.policy ?? .ifUnchanged) },
            container: request.container,
            zone: request.zone,
            isAtomic: request.atomic ?? false
        )
    }

    static func deleteRecords(
        _ request: RecordsDeleteRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        try session.enqueue(
            request.names.map { .delete($0) },
            container: request.container,
            zone: request.zone,
            isAtomic: false
        )
    }

    static func fetchRecords(
        _ request: RecordsFetchRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let zone = request.zone ?? .default
        try checked { () throws(StoreError) in
            try RecordCheck.check(zone)
            try RecordCheck.check(request.names)
        }
        session.askCloud(incoming, request.container) { sync, caller in
            RecordsFetchRequest.Reply(results: try await sync.fetch(request.names, zone: zone, for: caller))
        }
    }

    static func queryRecords(
        _ request: RecordsQueryRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let zone = request.zone ?? .default
        let limit = request.limit ?? RecordLimits.perRequest
        guard (1...RecordLimits.perRequest).contains(limit) else {
            throw RPCError(.invalidParams, "records/query: limit is 1 to \(RecordLimits.perRequest), not \(limit).")
        }
        try checked { () throws(StoreError) in
            try RecordCheck.check(zone)
            try RecordCheck.check(request.query)
            if let marker = request.marker { try RecordCheck.check(token: marker) }
        }
        session.askCloud(incoming, request.container) { sync, caller in
            try await sync.query(request.query, zone: zone, limit: limit, marker: request.marker, for: caller)
        }
    }

    static func recordChanges(
        _ request: RecordsChangesRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let zone = request.zone ?? .default
        try checked { () throws(StoreError) in try RecordCheck.check(zone) }
        let app = session.rights.app
        var accepted: String?
        if let transaction = request.transaction {
            accepted = try session.inTransaction(transaction) { (open) throws(RPCError) in
                open.recordToken(of: app, request.container, zone)
            }
        }
        let store = session.services.store
        session.askCloud(incoming, request.container) { [accepted] sync, caller in
            var token = accepted
            if token == nil {
                token = try await store.read { try $0.recordToken(of: app, request.container, zone) }
            }
            return try await sync.changes(of: zone, after: token, for: caller)
        }
    }

    static func acceptRecordChanges(
        _ request: RecordsAcceptChangesRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        let zone = request.zone ?? .default
        try checked { () throws(StoreError) in
            try RecordCheck.check(zone)
            try RecordCheck.check(token: request.token)
        }
        return SessionChange([
            .records(
                .setToken(session.rights.app, container: request.container, zone: zone, token: request.token)
            )
        ])
    }

    static func subscribeToRecords(
        _ request: RecordsSubscribeRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        try checked { () throws(StoreError) in try RecordCheck.check(request.subscription) }
        return SessionChange([
            .records(.subscribe(session.rights.app, container: request.container, request.subscription))
        ])
    }

    static func unsubscribeFromRecords(
        _ request: RecordsUnsubscribeRequest,
        _ session: ProcessSession
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        try checked { () throws(StoreError) in try RecordCheck.check(subscriptionID: request.id) }
        return SessionChange([
            .records(.unsubscribe(session.rights.app, container: request.container, id: request.id))
        ])
    }

    static func recordSubscriptions(
        _ request: RecordsSubscriptionsRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        session.read(incoming) { reader in
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

    static func recordZones(
        _ request: RecordsZonesRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        session.askCloud(incoming, request.container) { sync, caller in
            RecordsZonesRequest.Reply(zones: try await sync.zones(for: caller))
        }
    }

    static func saveRecordZone(
        _ request: RecordsSaveZoneRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try checked { () throws(StoreError) in try RecordCheck.check(request.zone) }
        session.askCloud(incoming, request.container) { sync, caller in
            try await sync.saveZone(request.zone, for: caller)
            return EmptyReply()
        }
    }

    static func deleteRecordZone(
        _ request: RecordsDeleteZoneRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try checked { () throws(StoreError) in try RecordCheck.check(request.zone) }
        guard request.zone != .default else {
            throw RPCError(.invalidParams, "records/deleteZone: the default zone cannot be deleted.")
        }
        session.askCloud(incoming, request.container) { sync, caller in
            try await sync.deleteZone(request.zone, for: caller)
            return EmptyReply()
        }
    }

    private func enqueue(
        _ changes: [RecordChange],
        container: String,
        zone: ZoneName?,
        isAtomic: Bool
    ) throws(RPCError) -> SessionChange<EmptyReply> {
        let rights = rights
        let set = try Self.checked { () throws(StoreError) in
            try RecordChangeSet(
                container: container,
                zone: zone ?? .default,
                app: rights.app,
                process: rights.id,
                isAtomic: isAtomic,
                changes: changes
            )
        }
        return SessionChange(set.changes.isEmpty ? [] : [.records(.enqueue(set))])
    }

    /// Answers with the cloud's answer, in a task that ends if the process cancels its request.
    private func askCloud<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        _ container: String,
        _ body: @escaping @Sendable (RecordSync, RecordCaller) async throws -> Reply
    ) {
        let records = services.records
        let caller = RecordCaller(app: rights.app, process: rights.id, container: container)
        services.jobs.add(SessionJobs.Key(session: ObjectIdentifier(self), request: incoming.id)) {
            do {
                incoming.reply(try await body(records, caller))
            } catch let error as RecordError {
                incoming.fail(RPCError(records: error))
            } catch let error as StoreError {
                incoming.fail(RPCError(store: error))
            } catch {
                incoming.fail(RPCError(.cancelled, "The request was cancelled."))
            }
        }
    }

    private static func checked<Value>(_ body: () throws(StoreError) -> Value) throws(RPCError) -> Value {
        do throws(StoreError) { return try body() } catch { throw RPCError(store: error) }
    }
}

extension HostTransaction {
    /// Returns the change token of a zone that was last accepted in this transaction.
    func recordToken(of app: AppID, _ container: String, _ zone: ZoneName) -> String? {
        for case .records(.setToken(app, container: container, zone: zone, token: let token)) in operations.reversed() {
            return token
        }
        return nil
    }
}

extension RPCError {
    /// Translates a failure of the record cloud for a process.
    init(records error: RecordError) {
        self.init(.recordsFailed, error.message, data: try? JSONValue(encoding: error))
    }
}
