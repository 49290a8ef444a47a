package import Host

/// An error as JSON: `{"code": "notFound", "message": "…"}`.
package struct HostErrorBody: Codable, Hashable, Sendable {
    /// Code of the error.
    package var code: HostError.Code
    /// A sentence for the person.
    package var message: String

    /// Takes the code and the message of an error, but not its cause, which stays in the host.
    package init(_ error: HostError) {
        code = error.code
        message = error.message
    }

    /// The error that the body describes.
    package var error: HostError { HostError(code, message) }
}
