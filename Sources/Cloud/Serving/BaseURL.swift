package import Hummingbird

/// Where a client reaches this cloud, for the absolute addresses in answers.
package enum BaseURL {
    /// The configured address, or the one that the request was sent to; without a slash at the end.
    package static func of(_ request: Request, _ configuration: CloudConfiguration) -> String {
        configuration.publicURL ?? "http://\(request.head.authority ?? "localhost")"
    }
}
