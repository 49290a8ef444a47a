/// What a fetch does with an address.
public enum HTTPMethod: String, Hashable, Sendable {
    /// Reads it.
    case get = "GET"
    /// Sends a body to it.
    case post = "POST"
}
