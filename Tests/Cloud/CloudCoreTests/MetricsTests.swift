import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Logging
import NetworkAddresses
import PrometheusMetrics
import SQLStore
import Testing
import TodayTestSupport

@testable import CloudCore
@testable import CloudStorage

@Suite(.timeLimit(.minutes(10))) struct MetricsTests {
    /// A cloud with an app and a device, on each engine.
    private struct Fixture: Sendable {
        let cloud: Cloud
        let app: AppRecord
        let device: DeviceRecord
        let date: SettableDate

        /// Returns the lines of the values of metrics whose names begin with a text.
        func values(_ prefix: String) async throws -> [String] {
            let families = cloud.metricFamilies(backlog: try await cloud.store.backlog(), connections: 7)
            return MetricsText.of(families).split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
        }

        /// Opens the device's stream for the duration of a closure.
        func withStream(_ body: (StreamRecorder) async throws -> Void) async throws {
            let page = StreamRecorder()
            let sink = cloud.hub.open(device.number, after: 0)
            let stream = DeviceStream(device: device, store: cloud.store, hub: cloud.hub, heartbeat: .seconds(12))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await stream.run(sink) { page.write($0) } }
                try await page.wait(for: "event: hello\n")
                try await body(page)
                sink.mailbox.end()
                try await group.waitForAll()
            }
        }

        func accept(_ alert: String) async throws {
            _ = try await cloud.accept([PushSpecification(audience: .all, notice: ["n": .string(alert)])], of: app)
        }
    }

    private func withCloudOnEachEngine(_ body: (Fixture) async throws -> Void) async throws {
        let server = try PostgreSQLServer.shared
        let name = "m\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        let address = try server.createDatabase(name)
        defer { server.dropDatabase(name) }
        for isShared in [false, true] {
            try await withTemporaryDirectory { folder in
                let date = SettableDate(Date(timeIntervalSince1970: 1_795_248_000))
                let now = { @Sendable in date.value }
                let store =
                    isShared
                    ? try CloudStore(postgreSQL: address, folder: folder, now: now)
                    : try CloudStore(path: folder + "/cloud.sqlite", now: now)
                let new = NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: Secret.hash("master"))
                try await store.addApps([new])
                let app = try #require(try await store.app(key: "key"))
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let cloud = Cloud(store: store, logger: logger, now: now, clock: ManualClock())
                let token = try await cloud.joinTokenIssuer.make(person: "ada")
                let device = try await cloud.join(token: token, name: "laptop").device
                _ = try await cloud.register(app: app.name, on: device, channel: DeviceChannelRequest())
                try await body(Fixture(cloud: cloud, app: app, device: device, date: date))
                await store.close()
            }
        }
    }

    @Test func aPushIsCountedOnItsWay() async throws {
        try await withCloudOnEachEngine { fixture async throws in
            let writes = fixture.cloud.store.database.activity.writes.value
            try await fixture.withStream { page in
                try await fixture.accept("soup")
                try await fixture.accept("salad")
                fixture.date.advance(by: 0.25)
                #expect(try await fixture.values("today_cloud_pushes") == ["today_cloud_pushes_accepted_total 2"])
                #expect(
                    try await fixture.values("today_cloud_fanout") == [
                        "today_cloud_fanout_waiting_pushes 2", "today_cloud_fanout_lag_seconds 0.25",
                    ]
                )
                #expect(try await fixture.values("today_cloud_events") == ["today_cloud_events_written_total 0"])
                while try await fixture.cloud.fanOut.step() {}
                try await page.wait(for: "salad")
            }
            #expect(try await fixture.values("today_cloud_events") == ["today_cloud_events_written_total 2"])
            let lag = try await fixture.values("today_cloud_delivery_lag_seconds")
            #expect(lag.contains("today_cloud_delivery_lag_seconds_bucket{le=\"0.1\"} 0"))
            #expect(lag.contains("today_cloud_delivery_lag_seconds_bucket{le=\"0.25\"} 2"))
            #expect(lag.last == "today_cloud_delivery_lag_seconds_count 2")
            #expect(
                try await fixture.values("today_cloud_fanout") == [
                    "today_cloud_fanout_waiting_pushes 0", "today_cloud_fanout_lag_seconds 0",
                ]
            )
            #expect(fixture.cloud.store.database.activity.writes.value >= writes + 3)
            let commits = fixture.cloud.store.database.activity.commits.snapshot
            #expect(commits.count > 0 && commits.count <= fixture.cloud.store.database.activity.writes.value)
            #expect(try await fixture.values("today_cloud_database_up") == ["today_cloud_database_up 1"])
        }
    }

    @Test func whatWaitedForItsDeviceHasNoLag() async throws {
        try await withCloudOnEachEngine { fixture async throws in
            try await fixture.accept("soup")
            while try await fixture.cloud.fanOut.step() {}
            fixture.date.advance(by: 3600)
            try await fixture.withStream { page in
                try await page.wait(for: "soup")
                try await fixture.accept("salad")
                while try await fixture.cloud.fanOut.step() {}
                try await page.wait(for: "salad")
            }
            #expect(fixture.cloud.metrics.deliveries.events.value == 2)
            let lag = fixture.cloud.metrics.deliveries.lag.snapshot
            #expect(lag.count == 1 && lag.sum == 0)
        }
    }

    @Test func openStreamsAreCountedByTheirKind() async throws {
        try await withCloudOnEachEngine { fixture async throws in
            func streams() async throws -> [Int] {
                try await [
                    "today_cloud_device_streams", "today_cloud_topic", "today_cloud_courier", "today_cloud_http",
                ]
                .asyncFlatMap { try await fixture.values($0) }.map { Int($0.split(separator: " ")[1]) ?? -1 }
            }
            let cloud = fixture.cloud
            #expect(try await streams() == [0, 0, 0, 0, 7])
            let sinks = [cloud.hub.open(fixture.device.number, after: 0), cloud.hub.open(DeviceNumber(99), after: 0)]
            let next = cloud.hub.open(fixture.device.number, after: 0)
            let mailbox = cloud.topicHub.open(["a", "b", "c"])
            let other = cloud.topicHub.open(["b"])
            let poll = cloud.courierHub.open(CourierNumber(1))
            #expect(try await streams() == [0, 2, 2, 1, 7])
            cloud.hub.close(fixture.device.number, sinks[0])
            #expect(cloud.hub.counts.http2 == 2)
            cloud.hub.close(fixture.device.number, next)
            cloud.topicHub.close(["a", "b", "c"], mailbox)
            cloud.courierHub.close(poll)
            #expect(try await streams() == [0, 1, 1, 0, 7])
            cloud.endStreams()
            #expect(try await streams() == [0, 0, 0, 0, 7])
            withExtendedLifetime(other) {}
        }
    }

    @Test func requestsAreCountedByProtocolAndStatus() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            let host = client.bearer(try await fixture.join("ada").token)
            #expect(try await host.send(.get, "/api/today/device").status == 200)
            #expect(try await client.send(.get, "/api/today/device").status == 401)
            #expect(try await client.send(.get, "/healthz").status == 200)
            for _ in 0..<20 { _ = try await client.send(.get, "/nowhere") }
            let text = MetricsText.of(fixture.cloud.metrics.requests.metrics)
            func value(_ labels: String, of name: String = "requests_total") -> Int? {
                text.split(separator: "\n").first { $0.hasPrefix("today_cloud_\(name){\(labels)} ") }
                    .flatMap { Int($0.split(separator: " ")[1]) }
            }
            #expect(value(#"protocol="device",status="2xx""#) == 1)
            #expect(value(#"protocol="device",status="4xx""#) == 1)
            #expect(value(#"protocol="operation",status="2xx""#) == 1)
            #expect(value(#"protocol="other",status="4xx""#) == 20)
            #expect(value(#"protocol="airship",status="5xx""#) == 0)
            let limited = try #require(value(#"protocol="other""#, of: "rate_limited_requests_total"))
            #expect((10..<20).contains(limited))
            #expect(value(#"protocol="device""#, of: "rate_limited_requests_total") == 0)
        }
    }

    @Test func oneNodeSaysThatItHasALease() async throws {
        try await withCloudOnEachEngine { fixture async throws in
            let lines = try await fixture.values("today_cloud_lease_held")
            #expect(lines.count == CloudWork.allCases.count)
            guard let node = fixture.cloud.node else {
                #expect(lines.allSatisfy { $0.hasSuffix(" 1") })
                #expect(try await fixture.values("today_cloud_hints").isEmpty)
                return
            }
            #expect(lines.allSatisfy { $0.hasSuffix(" 0") })
            #expect(try await node.holds(.pushes))
            #expect(
                try await fixture.values("today_cloud_lease_held").filter { $0.hasSuffix(" 1") } == [
                    "today_cloud_lease_held{work=\"pushes\"} 1"
                ]
            )
        }
    }

    @Test func everyMetricHasOneNameAndSaysWhatItIs() async throws {
        try await withCloudOnEachEngine { fixture async throws in
            let backlog = try await fixture.cloud.store.backlog()
            let families =
                fixture.cloud.metricFamilies(backlog: backlog, connections: 0) + ProcessMetrics.families
            #expect(Set(families.map(\.name)).count == families.count)
            for family in families {
                #expect(family.help.hasSuffix("."), "\(family.name)")
                #expect((family.kind == .counter) == family.name.hasSuffix("_total"), "\(family.name)")
                #expect(!family.samples.isEmpty, "\(family.name)")
            }
        }
    }

    @Test func withoutTheDatabaseItsNumbersAreLeftOut() async throws {
        try await withCloud { fixture async throws in
            let families = fixture.cloud.metricFamilies(backlog: nil, connections: 0)
            let names = families.map(\.name)
            #expect(!names.contains { $0.hasPrefix("today_cloud_fanout") || $0 == "today_cloud_outbox_waiting" })
            #expect(MetricsText.of(families).contains("\ntoday_cloud_database_up 0\n"))
            #expect(names.contains("today_cloud_pushes_accepted_total"))
        }
    }

    // MARK: - Reading the database

    private func accept(_ fixture: CloudFixture) async throws {
        _ = try await fixture.cloud.accept([PushSpecification(audience: .all, notice: ["n": 1])], of: fixture.app)
    }

    @Test func theDatabaseIsReadOnceASecondHoweverManyAsk() async throws {
        try await withCloud { fixture async throws in
            let reader = BacklogReader(store: fixture.store, clock: fixture.clock)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { do { try await reader.run() } catch is CancellationError {} }
                #expect(try await reader.backlog()?.pushes == 0)
                try await accept(fixture)
                for _ in 0..<20 { #expect(try await reader.backlog()?.pushes == 0) }
                fixture.clock.advance(by: .seconds(1))
                #expect(try await reader.backlog()?.pushes == 1)
                // A failure is remembered for as long.
                await fixture.store.close()
                fixture.clock.advance(by: .seconds(1))
                #expect(try await reader.backlog() == nil)
                #expect(try await reader.backlog() == nil)
                group.cancelAll()
            }
        }
    }

    @Test func aDatabaseThatDoesNotAnswerIsNotWaitedForLong() async throws {
        try await withCloud { fixture async throws in
            // Nothing reads: as if the database were silent.
            let reader = BacklogReader(store: fixture.store, clock: fixture.clock)
            async let backlog = reader.backlog()
            await fixture.clock.advanceWhenSleeping(by: BacklogReader.timeLimit)
            #expect(try await backlog == nil)
        }
    }

    // MARK: - The process

    @Test func theProcessIsReadWhateverItsProgramIsCalled() throws {
        let fields = (4...52).map { "\($0)00" }.joined(separator: " ")
        let process = try #require(
            ProcessMetrics(
                process: "17 (a) b (c) S \(fields)\n",
                system: "cpu 1 2\nbtime 1795000000\nprocesses 3\n",
                pageSize: 4096,
                ticksPerSecond: 100
            )
        )
        #expect(process.cpuSeconds == 29)
        #expect(process.startTime == 1_795_000_022)
        #expect(process.residentBytes == 2400 * 4096)
        #expect(ProcessMetrics(process: "17 (a", system: "btime 1", pageSize: 1, ticksPerSecond: 1) == nil)
    }

    @Test func thisProcessHasMetrics() throws {
        let values = Dictionary(
            uniqueKeysWithValues: ProcessMetrics.families.map { ($0.name, $0.samples.first?.value ?? 0) }
        )
        #expect(values.count == 5)
        #expect((1e6...1e12).contains(try #require(values["process_resident_memory_bytes"])))
        #expect(try #require(values["process_open_fds"]) > 2)
        let started = try #require(values["process_start_time_seconds"])
        #expect((Date().timeIntervalSince1970 - 86_400...Date().timeIntervalSince1970 + 5).contains(started))
    }
}

extension [String] {
    fileprivate func asyncFlatMap(_ body: (String) async throws -> [String]) async throws -> [String] {
        var all: [String] = []
        for element in self { all += try await body(element) }
        return all
    }
}
