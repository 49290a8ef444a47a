/// An error of an operation on records, with the codes of CloudKit Web Services and two for failures on the device.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures; the raw value is the code on the wire.
    public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person may not do this in the container.
        case accessDenied = "ACCESS_DENIED"
        /// Another record of the same atomic batch failed.
        case atomicError = "ATOMIC_ERROR"
        /// The cloud rejects the device's credentials.
        case authenticationFailed = "AUTHENTICATION_FAILED"
        /// The cloud asks for a login.
        case authenticationRequired = "AUTHENTICATION_REQUIRED"
        /// The request is malformed, or a field has another type than in earlier records.
        case badRequest = "BAD_REQUEST"
        /// The record has changed in the cloud since the version of the change tag.
        case conflict = "CONFLICT"
        /// A record with that name exists, or another subscription to the same changes.
        case exists = "EXISTS"
        /// The cloud failed.
        case internalError = "INTERNAL_ERROR"
        /// There is no such record.
        case notFound = "NOT_FOUND"
        /// A limit of the cloud is reached.
        case quotaExceeded = "QUOTA_EXCEEDED"
        /// There were too many requests; `retryAfter` says when to try again.
        case throttled = "THROTTLED"
        /// The cloud cannot do this now.
        case tryAgainLater = "TRY_AGAIN_LATER"
        /// A reference with the action `validate` refers to no record.
        case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
        /// There is no such zone.
        case zoneNotFound = "ZONE_NOT_FOUND"
        /// The cloud cannot be reached, or did not answer in time.
        case networkUnavailable = "NETWORK_UNAVAILABLE"
        /// This device has joined no cloud.
        case notLinked = "NOT_LINKED"
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence.
    public var message: String
    /// The delay before another attempt, if the cloud asks for one.
    public var retryAfter: Duration?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}

extension RecordError: Codable {
    private enum CodingKeys: CodingKey { case code, message, retryAfter }

    /// Decodes the wire format; `retryAfter` is in seconds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Code.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        let seconds = try container.decodeIfPresent(Double.self, forKey: .retryAfter)
        retryAfter = seconds.map { .seconds(min(max($0, 0), 86_400)) }
    }

    /// Encodes the wire format; `retryAfter` is in seconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(retryAfter.map { $0 / .seconds(1) }, forKey: .retryAfter)
    }
}

/// A queued save or deletion that failed for good.
public struct RecordFailure: Codable, Hashable, Sendable {
    /// The kind of operation that failed.
    public enum Operation: String, Codable, Hashable, Sendable {
        /// Saving a record.
        case save
        /// Deleting a record.
        case delete
    }

    /// The container.
    public var container: String
    /// The zone.
    public var zone: ZoneName
    /// The operation that failed.
    public var operation: Operation
    /// The record's name.
    public var name: RecordName
    /// The record as it was to be saved; `nil` for a deletion.
    public var record: Record?
    /// The bundle identifier of the process that asked for it: the app's or a widget's.
    public var process: String
    /// The reason for the failure.
    public var error: RecordError

    /// Creates a failure.
    public init(
        container: String,
        zone: ZoneName,
        operation: Operation,
        name: RecordName,
        record: Record? = nil,
        process: String,
        error: RecordError
    ) {
        self.container = container
        self.zone = zone
        self.operation = operation
        self.name = name
        self.record = record
        self.process = process
        self.error = error
    }
}
