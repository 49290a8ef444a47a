package import Host

/// A failure in JSON: `{"code": "notFound", "message": "…"}`.
package struct HostErrorBody: Codable, Hashable, Sendable {
    /// The kind.
    package var code: HostError.Code
    /// A sentence for the person.
    package var message: String

    /// Takes the code and the message of a failure; its cause stays in the host.
    package init(_ error: HostError) {
        code = error.code
        message = error.message
    }

    /// The failure that the body describes.
    package var error: HostError { HostError(code, message) }
}
