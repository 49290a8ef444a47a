import AsyncPrimitives
import HostStorage
import JSON
import Logging
package import TodayProtocol

/// The process on whose behalf the host sends a request to the cloud.
package struct RecordCaller: Hashable, Sendable {
    package var app: AppID
    /// Bundle identifier of the process, which is that of the app or of a widget.
    package var process: String
    package var container: String

    package init(app: AppID, process: String, container: String) {
        self.app = app
        self.process = process
        self.container = container
    }
}

/// Requests that read from the cloud, after the container's queue has been sent; each throws `RecordError`.
extension RecordSync {
    /// Timeout of a request, shorter than the one of the process.
    static let readTime = Duration.seconds(20)

    /// Fetches records, with a result for each name, in order; only the first ones if more would not fit into a reply.
    package func fetch(_ names: [RecordName], zone: ZoneName, for caller: RecordCaller) async throws -> [RecordResult] {
        try await ask(caller) { api, coding in
            guard !names.isEmpty else { return [] }
            let found = try await Self.shrinking(from: names.count) { count throws(RecordCallFailure) in
                do throws(RecordCallFailure) {
                    return try await api.lookup(Array(names.prefix(count)), in: zone)
                } catch {
                    throw count > 1 && error.isCuredByFewerNames ? RecordCallFailure(.tooLarge, error.error) : error
                }
            }
            var size = 0
            var results: [RecordResult] = []
            for (name, json) in zip(names, found) {
                let result = self.result(json, for: name, coding)
                size += Self.size(of: result)
                if size > RecordLimits.replyBytes, !results.isEmpty { break }
                results.append(result)
            }
            return results
        }
    }

    /// Requests a page of a query, which has fewer than `limit` records if they are large.
    package func query(
        _ query: RecordQuery,
        zone: ZoneName,
        limit: Int,
        marker: String?,
        for caller: RecordCaller
    ) async throws -> RecordPage {
        try await ask(caller) { api, coding in
            try await self.page(limit: limit) { count throws(RecordCallFailure) in
                let json = try await api.query(query, in: zone, limit: count, marker: marker)
                guard let elements = json["records"]?.arrayValue else { throw .malformed(api.device.address) }
                let next = json["continuationMarker"]?.stringValue.flatMap(Self.token)
                return (RecordPage(records: self.records(elements, coding), marker: next), elements.count)
            }
        }
    }

    /// Requests the changes of a zone after a token, or from the beginning if the cloud no longer accepts the token.
    package func changes(of zone: ZoneName, after token: String?, for caller: RecordCaller) async throws
        -> RecordChanges
    {
        try await ask(caller) { api, coding in
            do {
                return try await self.changes(of: zone, after: token, api, coding)
            } catch let error as RecordCallFailure where token != nil && error.error.code == .badRequest {
                return try await self.changes(of: zone, after: nil, api, coding)
            }
        }
    }

    package func zones(for caller: RecordCaller) async throws -> [ZoneName] {
        try await ask(caller) { api, _ in try await api.zones() }
    }

    package func saveZone(_ zone: ZoneName, for caller: RecordCaller) async throws {
        try await ask(caller) { api, _ in try await api.modify(zone, operation: "create") }
    }

    /// Deletes a zone and the stored change tokens of that zone.
    package func deleteZone(_ zone: ZoneName, for caller: RecordCaller) async throws {
        try await ask(caller) { api, _ in
            try await api.modify(zone, operation: "delete")
            try await self.store.commit(.records(.forgetZone(container: caller.container, zone)))
        }
    }

    // MARK: - Asking

    /// Sends the queue, then the request, both within the timeout.
    private func ask<Value: Sendable>(
        _ caller: RecordCaller,
        _ body: @escaping @Sendable (RecordAPI, RecordCoding) async throws -> Value
    ) async throws -> Value {
        let permit: SemaphorePermit
        do throws(SemaphoreError) { permit = try await readers.acquire(caller.app) } catch {
            throw RecordError(.throttled, "\(caller.app) asks the cloud too much at a time.")
        }
        defer { permit.release() }
        do {
            let value = try await withDeadline(Self.readTime, clock: clock) {
                try await self.flush(caller.container)
                let link = try await self.link()
                return try await body(link.api(caller.container, caller.process), link.coding)
            }
            if let value { return value }
            if let error = try await waitingFailure(of: caller.container) { throw error }
            throw RecordError(.networkUnavailable, "The cloud did not answer in time.")
        } catch let error as RecordCallFailure {
            throw error.error
        } catch let error as StoreError {
            logger.error("The state of records cannot be read or written", metadata: ["error": "\(error)"])
            throw RecordError(.internalError, "This device cannot read or write its state.")
        }
    }

    private func changes(
        of zone: ZoneName,
        after token: String?,
        _ api: RecordAPI,
        _ coding: RecordCoding
    ) async throws -> RecordChanges {
        try await page(limit: RecordLimits.perRequest) { count throws(RecordCallFailure) in
            let json = try await api.changes(of: zone, after: token, limit: count)
            guard let elements = json["records"]?.arrayValue,
                let next = json["syncToken"]?.stringValue.flatMap(Self.token)
            else { throw .malformed(api.device.address) }
            let deleted = elements.filter { $0["deleted"] == true }.compactMap { json in
                json["recordName"]?.stringValue.map { RecordName($0) }
            }
            // A token that does not advance would cause an endless loop.
            let moreComing = json["moreComing"] == true && next != token
            let changes = RecordChanges(
                container: api.container,
                zone: zone,
                records: self.records(elements.filter { $0["deleted"] != true }, coding),
                deleted: deleted.filter(\.isWellFormed),
                moreComing: moreComing,
                startsOver: token == nil,
                token: next
            )
            return (changes, elements.count)
        }
    }

    // MARK: - Sizes

    /// Requests a page, and repeats the request with a smaller limit until the page fits into a reply.
    private func page<Page: Encodable & Sendable>(
        limit: Int,
        _ request: (Int) async throws(RecordCallFailure) -> (page: Page, count: Int)
    ) async throws -> Page {
        var limit = limit
        while true {
            let (page, count) = try await Self.shrinking(from: limit, request)
            let size = Self.size(of: page)
            guard size > RecordLimits.replyBytes, count > 1 else {
                guard size <= Self.lineBytes else { throw Self.tooLarge }
                return page
            }
            limit = max(1, min(count - 1, count * RecordLimits.replyBytes / size))
        }
    }

    /// Sends a request, and repeats it with half the size while its response is too large.
    private static func shrinking<Value>(
        from limit: Int,
        _ request: (Int) async throws(RecordCallFailure) -> Value
    ) async throws(RecordCallFailure) -> Value {
        var limit = limit
        while true {
            do throws(RecordCallFailure) { return try await request(limit) } catch {
                guard error.kind == .tooLarge, limit > 1 else { throw error }
                limit /= 2
            }
        }
    }

    /// Largest size of a reply in bytes, with room for the rest of the line.
    private static let lineBytes = 1_040_000

    private static let tooLarge = RecordError(.internalError, "The cloud has a record that is too large for a process.")

    private static func size(of value: some Encodable) -> Int {
        (try? JSONValue(encoding: value).jsonBytes().count) ?? .max / 2
    }

    private static func token(_ text: String) -> String? {
        (try? RecordCheck.check(token: text)).map { text }
    }

    // MARK: - Records

    private func records(_ elements: [JSONValue], _ coding: RecordCoding) -> [Record] {
        let records = elements.compactMap(coding.record)
        if records.count < elements.count {
            let metadata: Logger.Metadata = ["number": "\(elements.count - records.count)"]
            logger.warning("The cloud sends records that cannot be read", metadata: metadata)
        }
        return records
    }

    private func result(_ json: JSONValue, for name: RecordName, _ coding: RecordCoding) -> RecordResult {
        if json["serverErrorCode"] != nil || json["deleted"] == true {
            let error = RecordError(json: json) ?? RecordError(.notFound, "There is no record \(name).")
            return RecordResult(name: name, error: error)
        }
        guard let record = coding.record(json) else {
            return RecordResult(name: name, error: RecordError(.internalError, "The cloud's record cannot be read."))
        }
        let result = RecordResult(name: name, record: record)
        return Self.size(of: result) <= Self.lineBytes ? result : RecordResult(name: name, error: Self.tooLarge)
    }
}
