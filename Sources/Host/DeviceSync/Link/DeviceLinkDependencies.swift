import AsyncPrimitives
package import Fetching
package import Foundation
import HostModel
package import HostStorage
package import Logging
package import TodayProtocol

package struct DeviceLinkDependencies: Sendable {
    package var store: DurableStore
    package var files: MessageFiles
    package var bodies: BodyParsingQueue
    package var transport: any CloudTransport
    package var channels: AppChannels
    /// Returns the properties of an app that are needed to parse its pushes; `nil` if it is not installed.
    package var appInfo: @Sendable (AppID) -> PushAppInfo?
    /// Returns the installed apps with the entitlement for a container of records.
    package var recordApps: @Sendable (String) -> [RecordAppInfo]
    /// Returns `true` if an app is installed and has the entitlement for any container of records.
    package var keepsRecords: @Sendable (AppID) -> Bool
    /// Waits until no installed app with the entitlement for a container is processing queued actions; `nil` if no
    /// waiting is needed.
    package var awaitRecordApps: (@Sendable (String) async -> Void)?
    /// Returns `true` if an installed app opens an address.
    package var isAppsAddress: @Sendable (String) -> Bool
    package var fetchImage: @Sendable (String) async throws(FetchFailure) -> ProxiedImage
    package var clock: any Clock<Duration>
    package var now: @Sendable () -> Date
    /// Returns a random number from 0 to 1 that spreads the reconnections of many hosts.
    package var jitter: @Sendable () -> Double
    package var logger: Logger

    package init(
        store: DurableStore,
        files: MessageFiles,
        bodies: BodyParsingQueue = BodyParsingQueue(),
        transport: any CloudTransport,
        channels: AppChannels,
        appInfo: @escaping @Sendable (AppID) -> PushAppInfo?,
        recordApps: @escaping @Sendable (String) -> [RecordAppInfo] = { _ in [] },
        keepsRecords: @escaping @Sendable (AppID) -> Bool = { _ in false },
        awaitRecordApps: (@Sendable (String) async -> Void)? = nil,
        isAppsAddress: @escaping @Sendable (String) -> Bool,
        fetchImage: @escaping @Sendable (String) async throws(FetchFailure) -> ProxiedImage,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        logger: Logger
    ) {
        self.store = store
        self.files = files
        self.bodies = bodies
        self.transport = transport
        self.channels = channels
        self.appInfo = appInfo
        self.recordApps = recordApps
        self.keepsRecords = keepsRecords
        self.awaitRecordApps = awaitRecordApps
        self.isAppsAddress = isAppsAddress
        self.fetchImage = fetchImage
        self.clock = clock
        self.now = now
        self.jitter = jitter
        self.logger = logger
    }
}

/// What the connections of a link have in common; it outlives each of them.
struct LinkParts: Sendable {
    let dependencies: DeviceLinkDependencies
    let records: RecordSync
    let statusTracker: CloudStatusTracker
    let registrations = ChannelRegistrationCache()
    let refreshes = RefreshWaiters()
    let fetchRequests: InboxFetchRequests
    /// Raised when the installed apps have changed.
    let appsChanged = Signal()
    /// Raised when an inbox has to be synchronized.
    let inboxWork = Signal()

    init(_ dependencies: DeviceLinkDependencies, onStatus: @escaping @Sendable (CloudStatus) -> Void) {
        self.dependencies = dependencies
        statusTracker = CloudStatusTracker(now: dependencies.now, onChange: onStatus)
        fetchRequests = InboxFetchRequests(clock: dependencies.clock)
        records = RecordSync(
            store: dependencies.store,
            transport: dependencies.transport,
            clock: dependencies.clock,
            jitter: dependencies.jitter,
            logger: dependencies.logger
        )
    }
}

extension DeviceLinkDependencies {
    /// Waits after a failure of the cloud before the next attempt, or until a signal is raised.
    func pause(after failure: CloudFailure, _ backoff: inout Backoff, or signal: Signal) async throws {
        let wait = backoff.next(jitter: jitter(), retryAfter: failure.retryAfter.map { .seconds($0) })
        try await clock.pause(for: wait, or: signal)
    }
}

extension Backoff {
    /// Shortest duration of a connection that counts as a success.
    private static let settled = Duration.seconds(10)

    /// Back-off before the host connects to its cloud again or repeats a request.
    static var cloud: Backoff { Backoff(first: .seconds(1), longest: .seconds(60)) }

    /// Records the end of a connection; one that lasted at least ten seconds resets the back-off.
    mutating func connectionEnded(after uptime: Duration) {
        if uptime >= Self.settled { reset() }
    }
}
