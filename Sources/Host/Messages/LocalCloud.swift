package import TodayProtocol

/// The cloud that runs inside the host's program, as the host sees it.
///
/// The host knows no server: whoever starts both hands this over.
package struct LocalCloud: Sendable {
    /// Its address, without a slash at the end.
    package var url: String
    /// Makes a one-time token with which the host joins.
    package var makeToken: @Sendable () async throws -> String
    /// Gives an app's keys, and makes them first if it has none; the first app's if none is named.
    package var keys: @Sendable (AppID?) async throws -> SenderKeys

    /// Describes a cloud.
    package init(
        url: String,
        makeToken: @escaping @Sendable () async throws -> String,
        keys: @escaping @Sendable (AppID?) async throws -> SenderKeys
    ) {
        self.url = url
        self.makeToken = makeToken
        self.keys = keys
    }
}
