package import HTTPTypes
package import Host

/// A failure on the wire: `{"code": "notFound", "message": "…"}`, with the HTTP status that fits.
package struct HostErrorBody: Codable, Hashable, Sendable {
    /// The kind.
    package var code: HostError.Code
    /// A sentence for the person.
    package var message: String

    /// Takes what of a failure may leave the host: not its cause.
    package init(_ error: HostError) {
        code = error.code
        message = error.message
    }

    /// The failure that the body tells of.
    package var error: HostError { HostError(code, message) }
}

extension HostError.Code {
    /// The HTTP status that says the same.
    package var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .invalid: .badRequest
        case .badBundle: .unprocessableContent
        case .consentNeeded, .claimed, .passcodeNotSet: .conflict
        case .passcodeRequired, .passcodeWrong: .forbidden
        case .processFailed, .cloudUnavailable: .badGateway
        case .stateUnavailable, .sandboxUnavailable: .serviceUnavailable
        case .internal: .internalServerError
        }
    }
}
