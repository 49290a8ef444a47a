import Foundation
import Host
import HostModel
import HostStorage
import LocalAPI
import Logging
import SurfaceTestSupport
import Testing
import TodayTestSupport

@testable import TodayWeb

/// What happens to the open pages of a device whose rights change elsewhere.
@Suite(.timeLimit(.minutes(5))) struct SessionObserverTests {
    private let host = StubHost(screen: Samples.screen)
    private let streams = StreamLimiter()

    /// Runs the observer for as long as `body` runs.
    private func withObserver(
        clock: some Clock<Duration> = ContinuousClock(),
        _ body: () async throws -> Void
    ) async throws {
        let observer = SessionObserver(host: host, streams: streams, logger: Logger(label: "test"))
        let task = Task { await observer.run(clock: clock) }
        defer { task.cancel() }
        try await body()
    }

    /// Returns when a stream has ended.
    private func end(of stream: EventStream) async throws {
        let (events, input) = AsyncStream<Int>.makeStream()
        try await withTimeLimit(on: "the end of the stream") {
            try await stream.run(
                [EventFeed(events) { _ in nil }],
                heartbeat: .seconds(3600),
                clock: ContinuousClock()
            ) { _ in }
        }
        input.finish()
    }

    private func device(rights: DeviceRights) async throws -> String {
        let token = try await Sessions(host: host).begin(replacing: nil, rights: rights)
        return token.hash
    }

    @Test func aSignedOutDeviceLosesItsPagesAtOnce() async throws {
        let device = try await device(rights: .change)
        let stream = EventStream()
        _ = streams.enter(device, stream)
        try await withObserver {
            try await host.send(SignOutDeviceRequest(device))
            try await end(of: stream)
        }
    }

    @Test func aDeviceWithOtherRightsLosesItsPagesAtOnce() async throws {
        let device = try await device(rights: .change)
        let stream = EventStream()
        _ = streams.enter(device, stream)
        try await withObserver {
            try await host.send(SetDeviceRightsRequest(.view, of: device))
            try await end(of: stream)
        }
    }

    @Test func aDeviceWithAnOpenPageIsSeenEveryFewMinutes() async throws {
        let device = try await device(rights: .view)
        _ = streams.enter(device, EventStream(), rights: .view)
        let clock = ManualClock()
        try await withObserver(clock: clock) {
            for number in 1...2 {
                await clock.advanceWhenSleeping(by: .seconds(Sessions.freshness))
                await clock.waitUntilSleeping()
                #expect(host.sent(ChangeSessionRequest.self).count { $0.change == .touch } == number)
            }
        }
    }
}
