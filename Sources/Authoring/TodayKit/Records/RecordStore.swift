import JSON
import JSONRPC
public import TodayProtocol

/// The person's private records in one container, which all of the person's devices share.
///
/// The process needs the container among its `com.apple.developer.icloud-container-identifiers`. Saves and deletions
/// are on this device's disk when their function returns, and are sent to the cloud in order as soon as it can be
/// reached; within an action, a response, a push, ``App/process(_:_:)`` or ``App/recordsFailed(_:_:)`` they are
/// committed with its transaction. Reading asks the cloud, after everything that was saved on this device has been
/// sent, and takes up to 20 seconds. ``AppContext`` has more functions than a widget's context.
public struct RecordStore<Scope: ProcessScoped>: Sendable {
    /// The container's identifier, such as `iCloud.org.example.Habits`.
    public let container: String

    let scope: Scope

    /// Saves records; they are durable in the queue when this returns, or with the transaction.
    ///
    /// A save that the cloud refuses for good, such as a conflict, is reported to ``App/recordsFailed(_:_:)``. If an
    /// earlier save of the same record by the same process with the same change tag is still queued, this one builds on
    /// it, so that two saves made offline do not conflict with each other.
    ///
    /// - Parameters:
    ///   - records: The records, at most 1,000,000 bytes of JSON each; any number unless `atomic`, else 200 and
    ///     1,000,000 bytes in total.
    ///   - zone: The zone; a zone other than the default one is created with its first record. Its name does not begin
    ///     with `_`.
    ///   - policy: The condition for saving a record, and the fields that are replaced.
    ///   - atomic: `true` to save either all of the records or none; not in the default zone, and each record once.
    /// - Throws: ``RequestError`` with code `limitExceeded` if a record or the queue is too large, `invalidValue` if a
    ///   name or a value is malformed, `notEntitled` without the entitlement; nothing is saved then, except earlier
    ///   parts of more than 200 records.
    public func save(
        _ records: [Record],
        zone: ZoneName = .default,
        policy: RecordSavePolicy = .ifUnchanged,
        atomic: Bool = false
    ) async throws {
        for part in try Self.parts(of: records, isAtomic: atomic) {
            try await scope.process.ask {
                RecordsSaveRequest(
                    container: container,
                    zone: zone.named,
                    records: part,
                    policy: policy == .ifUnchanged ? nil : policy,
                    atomic: atomic ? true : nil,
                    transaction: $0
                )
            }
        }
    }

    /// Fetches records from the cloud.
    ///
    /// - Returns: A result for each name, in order; a record that does not exist has the error `notFound`.
    /// - Throws: `RecordError` if the cloud cannot be asked, ``RequestError`` if the host refuses, or a
    ///   `CancellationError`.
    public func fetch(_ names: [RecordName], zone: ZoneName = .default) async throws -> [RecordResult] {
        var rest = names[...]
        var results: [RecordResult] = []
        while !rest.isEmpty {
            let part = Array(rest.prefix(RecordLimits.perRequest))
            let request = RecordsFetchRequest(container: container, zone: zone.named, names: part)
            let reply = try await askCloud(request).results
            results += reply
            // Stops at an empty reply, which would lead to an endless loop.
            guard !reply.isEmpty else { break }
            rest = rest.dropFirst(reply.count)
        }
        return results
    }

    /// Splits records into parts that fit into one request each.
    private static func parts(of records: [Record], isAtomic: Bool) throws -> [[Record]] {
        var parts: [[Record]] = []
        var part: [Record] = []
        var size = 0
        for record in records {
            let bytes = try JSONValue(encoding: record).jsonBytes().count
            guard bytes <= RecordLimits.recordBytes else {
                throw RequestError(.limitExceeded, "The record \(record.name) has \(bytes) bytes; it may have 1 MB.")
            }
            if !part.isEmpty, size + bytes > RecordLimits.recordBytes || part.count == RecordLimits.perRequest {
                parts.append(part)
                (part, size) = ([], 0)
            }
            part.append(record)
            size += bytes
        }
        if !part.isEmpty { parts.append(part) }
        guard !isAtomic || parts.count <= 1 else {
            throw RequestError(
                .limitExceeded,
                "An atomic save holds at most \(RecordLimits.perRequest) records and 1 MB in total."
            )
        }
        return parts
    }

    /// Sends a request that the host answers when the cloud has answered.
    func askCloud<Request: RPCRequest>(_ request: Request) async throws -> Request.Reply {
        // The host's own deadline is shorter.
        let deadline = RecordsFetchRequest.deadline + .seconds(10)
        return try await scope.process.session.call(request, deadline: deadline) { error in
            guard error.code == .recordsFailed else { return RequestError(error) }
            return (try? error.data?.decode(RecordError.self)) ?? RecordError(.internalError, error.message)
        }
    }
}

extension ZoneName {
    /// The name in a request; `nil` for the default zone.
    var named: ZoneName? { self == .default ? nil : self }
}

extension ProcessScoped {
    /// Returns the person's private records in a container.
    ///
    /// - Parameter container: One of the containers in the process's entitlements, such as `iCloud.org.example.Habits`.
    /// - Returns: The records; a container without the entitlement is refused at the first use.
    public func records(in container: String) -> RecordStore<Self> { RecordStore(container: container, scope: self) }

    /// The id of this device, the same in all processes and after restarts; `RecordStamp.device` of records that this
    /// device changed.
    public var deviceID: String { process.initialization.deviceID ?? "" }
}
