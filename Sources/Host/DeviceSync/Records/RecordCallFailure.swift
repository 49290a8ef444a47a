import JSON
import TodayProtocol

/// The failure of a request to the record routes of a cloud.
struct RecordCallFailure: Error, Sendable {
    /// The kind of a failure, which determines how the caller reacts.
    enum Kind: Hashable, Sendable {
        /// The same request may succeed later.
        case temporary
        /// The request is refused permanently.
        case refused
        /// The response is larger than the limit; a smaller request may succeed.
        case tooLarge
        /// The cloud no longer knows the host.
        case unauthorized
    }

    var kind: Kind
    var error: RecordError

    init(_ kind: Kind, _ error: RecordError) {
        self.kind = kind
        self.error = error
    }

    init(_ error: RecordError) { self.init(Self.kind(of: error.code), error) }

    /// Returns a failure after which the same request may succeed.
    static func temporary(
        _ code: RecordError.Code,
        _ message: String,
        retryAfter: Duration? = nil
    ) -> RecordCallFailure {
        RecordCallFailure(.temporary, RecordError(code, message, retryAfter: retryAfter))
    }

    /// `true` if a request for fewer names may succeed; Today's cloud answers `QUOTA_EXCEEDED` if the records do not
    /// fit into a response, others may call the request malformed.
    var isCuredByFewerNames: Bool {
        kind == .tooLarge || error.code == .quotaExceeded || error.code == .badRequest
    }

    init(_ failure: CloudFailure) {
        let wait = failure.retryAfter.map { Duration.seconds($0) }
        let error = RecordError(.networkUnavailable, failure.message, retryAfter: wait)
        switch failure.code {
        case .tooLarge: self.init(.tooLarge, error)
        case .unauthorized: self.init(.unauthorized, RecordError(.authenticationFailed, failure.message))
        default: self.init(.temporary, error)
        }
    }

    /// Translates an unsuccessful response; one without a code of the table comes from a proxy or from a cloud without
    /// records, and the request may succeed later.
    init(_ response: CloudResponse, from address: CloudAddress) {
        let json = try? JSONValue(parsing: response.body, depthLimit: 32, valueLimit: 10_000)
        let wait = response.headers["retry-after"].flatMap { Double($0) }.map(Self.wait)
        guard let json, let error = RecordError(json: json, retryAfter: wait) else {
            let failure = CloudFailure(response, from: address)
            let isFinal = failure.code == .unauthorized
            let later = RecordCallFailure.temporary(.tryAgainLater, failure.message, retryAfter: wait)
            self = isFinal ? RecordCallFailure(failure) : later
            return
        }
        self.init(error)
    }

    static func kind(of code: RecordError.Code) -> Kind {
        switch code {
        case .throttled, .tryAgainLater, .internalError, .networkUnavailable, .notLinked: .temporary
        case .authenticationFailed, .authenticationRequired: .unauthorized
        default: .refused
        }
    }

    /// Returns the wait that a cloud asks for, in seconds, limited to one day.
    static func wait(_ seconds: Double) -> Duration { .seconds(seconds.isFinite ? min(max(seconds, 0), 86_400) : 0) }

    static func malformed(_ address: CloudAddress) -> RecordCallFailure {
        temporary(.networkUnavailable, "The server at \(address) is not a cloud that this host understands.")
    }
}

extension RecordError {
    /// Number of characters after which a cloud's message is cut.
    private static let messageLength = 300

    /// Parses the error of a response or of one record; `nil` if it has no code of the table.
    init?(json: JSONValue, retryAfter: Duration? = nil) {
        guard let code = json["serverErrorCode"]?.stringValue.flatMap(Code.init(rawValue:)),
            code != .networkUnavailable, code != .notLinked
        else { return nil }
        let reason = json["reason"]?.stringValue.map { String($0.prefix(Self.messageLength)) }
        let wait = json["retryAfter"]?.numberValue.map(RecordCallFailure.wait)
        self.init(code, reason ?? "The cloud answered \(code.rawValue).", retryAfter: wait ?? retryAfter)
    }
}
