package import Fetching
package import Foundation
package import HostStorage
package import Logging
package import TodayProtocol

/// What a link to a cloud works with.
package struct DeviceLinkDependencies: Sendable {
    /// Keeps everything that must last.
    package var store: DurableStore
    /// Keeps the bodies of messages.
    package var files: MessageFiles
    /// Reads the bodies.
    package var bodies: BodyParsingQueue
    /// Carries requests.
    package var transport: any CloudTransport
    /// The apps that take part.
    package var channels: AppChannels
    /// What is known of an installed app.
    package var facts: @Sendable (AppID) -> PushAppInfo?
    /// Whether an installed app opens an address.
    package var isAppsAddress: @Sendable (String) -> Bool
    /// Gets a picture from an address.
    package var fetchImage: @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    /// What measures waiting.
    package var clock: any Clock<Duration>
    /// The time.
    package var now: @Sendable () -> Date
    /// A number from 0 to 1 by chance, so that not all hosts come back at once.
    package var chance: @Sendable () -> Double
    /// Gets what goes wrong; never a secret.
    package var logger: Logger

    /// Collects the parts.
    package init(
        store: DurableStore,
        files: MessageFiles,
        bodies: BodyParsingQueue = BodyParsingQueue(),
        transport: any CloudTransport,
        channels: AppChannels,
        facts: @escaping @Sendable (AppID) -> PushAppInfo?,
        isAppsAddress: @escaping @Sendable (String) -> Bool,
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        logger: Logger
    ) {
        self.store = store
        self.files = files
        self.bodies = bodies
        self.transport = transport
        self.channels = channels
        self.facts = facts
        self.isAppsAddress = isAppsAddress
        self.fetchImage = fetchImage
        self.clock = clock
        self.now = now
        self.chance = chance
        self.logger = logger
    }
}
