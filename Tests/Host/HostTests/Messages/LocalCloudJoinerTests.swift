import DeviceSync
import Fetching
import Foundation
import HostStorage
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// Joining the cloud inside the host's program; the clock is the test's, and the network is down.
@Suite(.timeLimit(.minutes(10))) struct LocalCloudJoinerTests {
    private struct NoToken: Error {}

    /// A network without anybody.
    private struct NoNetwork: CloudTransport {
        func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
            throw CloudFailure(.unreachable, "127.0.0.1 cannot be reached.")
        }

        func stream(
            _ request: CloudRequest,
            _ receive: ([UInt8]) async throws -> Void
        ) async throws -> CloudResponse? { throw CloudFailure(.unreachable, "127.0.0.1 cannot be reached.") }

        func close() async {}
    }

    @Test(arguments: [true, false])
    func aJoiningThatFailedIsTriedAgainAfterAWhile(hasToken: Bool) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let link = DeviceLink(
                dependencies: DeviceLinkDependencies(
                    store: store,
                    files: try MessageFiles(folder: "\(folder)/messages"),
                    transport: NoNetwork(),
                    channels: AppChannels { [:] },
                    appInfo: { _ in nil },
                    isAppsAddress: { _ in false },
                    fetchImage: { _ throws(FetchFailure) in throw FetchFailure(.notAllowed, "There is no network.") },
                    logger: logger
                )
            ) { _ in }
            let localCloud = LocalCloudHolder(logger: logger)
            let clock = ManualClock()
            let (tries, note) = AsyncStream<Void>.makeStream()
            localCloud.attach(
                LocalCloud(url: "http://127.0.0.1:1") {
                    note.yield()
                    if !hasToken { throw NoToken() }
                    return "token"
                } keys: { _ in
                    throw NoToken()
                }
            )
            let joiner = LocalCloudJoiner(
                store: store,
                link: link,
                localCloud: localCloud,
                clock: clock,
                logger: logger
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await joiner.run() }
                let nextTry = { @Sendable in
                    try await withTimeLimit(on: "the next try to join") { for await _ in tries { return } }
                }
                for _ in 0..<3 {
                    try await nextTry()
                    await clock.waitUntilSleeping()
                    clock.advance(by: .milliseconds(4_999))
                    #expect(clock.sleeperCount == 1)
                    clock.advance(by: .milliseconds(1))
                }
                try await nextTry()
                group.cancelAll()
            }
            #expect(try await store.read { try $0.cloudLink() } == nil)
            await store.close()
        }
    }
}
