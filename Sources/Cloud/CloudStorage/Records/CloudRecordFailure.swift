package struct CloudRecordFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusals; the raw values are CloudKit's error codes.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case accessDenied = "ACCESS_DENIED"
        /// Another operation of the atomic batch failed.
        case atomicError = "ATOMIC_ERROR"
        case authenticationFailed = "AUTHENTICATION_FAILED"
        case authenticationRequired = "AUTHENTICATION_REQUIRED"
        /// The request is malformed, or contradicts the schema.
        case badRequest = "BAD_REQUEST"
        /// The record was changed since the version that the request's change tag names.
        case conflict = "CONFLICT"
        case exists = "EXISTS"
        case internalError = "INTERNAL_ERROR"
        case notFound = "NOT_FOUND"
        /// A quota or the size of a body was exceeded.
        case quotaExceeded = "QUOTA_EXCEEDED"
        case throttled = "THROTTLED"
        case tryAgainLater = "TRY_AGAIN_LATER"
        /// The target of a validating reference does not exist.
        case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
        case zoneNotFound = "ZONE_NOT_FOUND"
    }

    package let code: Code
    /// One sentence that names the mistake and, if there is one, the remedy.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { "\(code.rawValue): \(reason)" }

    /// The failure of a duplicate query subscription; CloudKit has no code for it, so clients recognize this text.
    package static let duplicateSubscription = CloudRecordFailure(
        .internalError,
        "could not find subscription we just created"
    )

    package static func invalid(_ reason: String) -> CloudRecordFailure { CloudRecordFailure(.badRequest, reason) }
}
