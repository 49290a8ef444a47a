import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Logging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct FanOutOrderTests {
    /// Adds an app with a channel on a device.
    private func otherApp(_ device: JoinedDevice, _ fixture: CloudFixture) async throws -> AppRecord {
        try await fixture.store.addApps([
            NewApp(name: "org.test.Other", key: "other", secret: "s", masterHash: Secret.hash("m"))
        ])
        _ = try await fixture.cloud.register(app: "org.test.Other", on: device.device, channel: DeviceChannelRequest())
        return try #require(try await fixture.store.app(key: "other"))
    }

    private func apps(_ device: JoinedDevice, _ fixture: CloudFixture) async throws -> [String?] {
        try await fixture.bodies(device).map { $0["app"]?.stringValue }
    }

    @Test(arguments: [(0, 1000), (1, 1000), (50, 1000), (51, 980), (1000, 50), (1_000_000, 10)])
    func thePageShrinksWithTheNumberOfTerms(terms: Int, size: Int) {
        #expect(FanOut.pageSize(terms: terms) == size)
    }

    @Test func anotherAppNeedNotWaitForALargePush() async throws {
        try await withCloud { fixture async throws in
            for index in 0..<120 {
                try await fixture.store.addChannel(
                    NewChannel(id: ChannelID("c\(index)"), type: "ios"),
                    to: fixture.app.number
                )
            }
            // This channel is the last one, on the third page of 50.
            let ada = try await fixture.join("ada")
            let other = try await otherApp(ada, fixture)
            let condition = AttributeCondition(key: "a", test: .contains("b"))
            let large = Audience.or(Array(repeating: .attribute(condition), count: 999) + [.all])
            _ = try await fixture.cloud.accept([PushSpecification(audience: large)], of: fixture.app)
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all)], of: other)
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await fixture.events(ada).isEmpty)
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await apps(ada, fixture) == [other.name])
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await apps(ada, fixture) == [other.name, fixture.app.name])
            #expect(try await fixture.cloud.fanOut.step() == false)
        }
    }

    @Test func anotherAppNeedNotWaitForManySmallPushes() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let other = try await otherApp(ada, fixture)
            let many = (0..<100).map { PushSpecification(audience: .all, notice: ["n": .integer($0)]) }
            _ = try await fixture.cloud.accept(many, of: fixture.app)
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all)], of: other)
            #expect(try await fixture.cloud.fanOut.step())
            let first = try await apps(ada, fixture)
            #expect(first == Array(repeating: fixture.app.name, count: first.count))
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await apps(ada, fixture)[first.count] == other.name)
            try await fixture.deliver()
            let numbers = try await fixture.bodies(ada).compactMap { $0["n"] }
            #expect(numbers == (0..<100).map { .integer($0) })
        }
    }

    @Test func smallPushesOfSeveralAppsShareAStep() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let other = try await otherApp(ada, fixture)
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all)], of: other)
            _ = try await fixture.cloud.accept([PushSpecification(audience: .all)], of: fixture.app)
            #expect(try await fixture.cloud.fanOut.step())
            #expect(try await fixture.events(ada).count == 2)
            #expect(try await fixture.cloud.fanOut.step() == false)
        }
    }

    @Test func aStopIsNotLoggedAsAFailure() async throws {
        try await withCloud { fixture async throws in
            let log = RecordingLogHandler()
            let cloud = Cloud(store: fixture.store, logger: Logger(label: "test") { _ in log }, clock: fixture.clock)
            _ = try await cloud.accept([PushSpecification(audience: .all)], of: fixture.app)
            // Every read of its workers is interrupted from now on.
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { try? await cloud.run() }
            }
            #expect(log.messages.isEmpty)
        }
    }
}

/// A log handler that keeps the entries for a test.
private struct RecordingLogHandler: LogHandler {
    private final class Storage: Sendable {
        let messages = Mutex<[String]>([])
    }

    private let pages = Storage()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    var messages: [String] { pages.messages.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { pages.messages.withLock { $0.append("\(event.message)") } }
}
