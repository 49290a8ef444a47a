import HostStore

/// What a server answered to one request.
struct UpstreamResponse: Sendable {
    var status: Int
    /// All header fields, with lower-case names.
    var headers: [CachedResponse.Field]
    var body: [UInt8]
}
