package import TodayProtocol

/// The apps on this host that take part in push and messages.
package struct AppChannels: Sendable {
    /// The apps now, each with what the cloud is told of it.
    ///
    /// While that cannot be read the cloud is told nothing, so that what it was told last stays.
    package var current: @Sendable () async throws -> [AppID: ChannelRegistration]
    /// Called before an app is registered with the cloud inside the host, so that the app has keys there.
    package var prepare: @Sendable (AppID) async -> Void

    /// Tells of apps.
    package init(
        current: @escaping @Sendable () async throws -> [AppID: ChannelRegistration],
        prepare: @escaping @Sendable (AppID) async -> Void = { _ in }
    ) {
        self.current = current
        self.prepare = prepare
    }
}
