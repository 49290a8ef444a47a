import Foundation
import Host
import HostStorage
import SurfaceTestSupport
import Testing
import TodayTestSupport

@testable import TodayWeb

/// How long a browser stays signed in, also with a clock that is wrong.
@Suite struct SessionsTests {
    private let host = StubHost(screen: Samples.screen)
    private let clock = SettableDate(Samples.now)

    private func seen(_ token: Token) -> Date? { host.with(\.sessions)[token.hash] }

    @Test func aClockThatIsWrongByMonthsSignsNobodyOutForGood() async throws {
        let sessions = Sessions(host: host, now: { clock.value })
        let token = try await sessions.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = Samples.now }
        clock.advance(by: Double(Sessions.lifetime) + 1)
        for _ in 1...2 { #expect(try await sessions.rights(of: token) == nil) }
        #expect(host.sent(ChangeSessionRequest.self).map(\.change) == [.begin], "a session that is over was renewed")
        clock.advance(by: 60 - Double(Sessions.lifetime))
        #expect(try await sessions.rights(of: token) == .change)
    }

    @Test func aDeviceWhosePushesEndedIsRecordedAsSeenAtOnce() async throws {
        let sessions = Sessions(host: host, now: { clock.value })
        let token = try await sessions.begin(replacing: nil)
        for (pushesEnded, isRecorded) in [(nil, false), (clock.value - 10, true)] {
            host.with { state in
                state.sessions[token.hash] = clock.value
                state.devices.contacts[token.hash] = DeviceContact(lastSeen: clock.value, pushesEnded: pushesEnded)
            }
            #expect(try await sessions.rights(of: token) == .change)
            #expect((host.sent(ChangeSessionRequest.self).last?.change == .touch) == isRecorded)
        }
    }

    @Test func aDateInTheFutureIsCorrected() async throws {
        let sessions = Sessions(host: host, now: { clock.value })
        let token = try await sessions.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = Samples.now + 90 * 86_400 }
        #expect(try await sessions.rights(of: token) == .change)
        #expect(host.sent(ChangeSessionRequest.self).last?.change == .touch)
    }
}
