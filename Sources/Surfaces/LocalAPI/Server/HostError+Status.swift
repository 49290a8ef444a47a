package import HTTPTypes
package import HostModel

extension HostError.Code {
    /// The HTTP status for the error's code.
    package var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .invalid: .badRequest
        case .badBundle: .unprocessableContent
        case .claimed, .passcodeNotSet, .nobodyWaits: .conflict
        case .passcodeRequired, .passcodeWrong, .notAllowed: .forbidden
        case .processFailed, .cloudUnavailable: .badGateway
        case .stateUnavailable, .notRunning, .sandboxUnavailable: .serviceUnavailable
        case .internal: .internalServerError
        }
    }
}
