import HTTPTypes

/// The headers of CloudKit Web Services, and the one in which a device names its process.
enum CloudKitHeader: String, CaseIterable, Hashable, Sendable {
    /// The web auth token for the next request, in responses.
    case webAuthToken = "X-Apple-CloudKit-Web-Auth-Token"
    /// The id of the server-to-server key.
    case keyID = "X-Apple-CloudKit-Request-KeyID"
    /// The date of a signed request.
    case date = "X-Apple-CloudKit-Request-ISO8601Date"
    /// The signature of a signed request.
    case signature = "X-Apple-CloudKit-Request-SignatureV1"
    /// The bundle identifier of the app or widget on a device.
    case process = "X-Today-Process"

    /// Returns the value of the header; `nil` if it is missing.
    func value(in headers: HTTPFields) -> String? { HTTPField.Name(rawValue).flatMap { headers[$0] } }

    /// Sets the header.
    func set(_ value: String, in headers: inout HTTPFields) {
        if let name = HTTPField.Name(rawValue) { headers[name] = value }
    }
}
