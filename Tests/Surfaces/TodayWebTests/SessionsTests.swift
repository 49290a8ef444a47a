import Foundation
import Host
import HostClock
import HostModel
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

    /// How much time has passed, whatever the clock says.
    private let elapsed = SettableDate(Date(timeIntervalSince1970: 0))

    private func makeSessions() -> Sessions {
        let present = SteadyDate(now: { clock.value }, elapsed: { .seconds(elapsed.value.timeIntervalSince1970) })
        return Sessions(host: host, now: { clock.value }, present: present)
    }

    @Test func aClockThatJumpsAheadEndsNoSession() async throws {
        let sessions = makeSessions()
        let token = try await sessions.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = Samples.now }
        clock.advance(by: 300 * 86_400)
        #expect(try await sessions.rights(of: token) == .change, "a jump of the clock has ended a session")
        // The stub keeps the date of its own clock.
        host.with { $0.sessions[token.hash] = Samples.now }
        elapsed.advance(by: Double(Sessions.lifetime) + 1)
        #expect(try await sessions.rights(of: token) == nil)
    }

    @Test func aSessionOfAClockThatIsBehindIsGoodOnceItIsRight() async throws {
        let sessions = makeSessions()
        clock.advance(by: -300 * 86_400)
        let token = try await sessions.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = clock.value }
        clock.advance(by: 300 * 86_400)
        #expect(try await sessions.rights(of: token) == .change, "a clock that is right again has ended a session")
    }

    @Test func aClockThatIsWrongByMonthsAtTheStartSignsNobodyOutForGood() async throws {
        let early = makeSessions()
        let token = try await early.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = Samples.now }
        clock.advance(by: Double(Sessions.lifetime) + 1)
        let sessions = makeSessions()
        for _ in 1...2 { #expect(try await sessions.rights(of: token) == nil) }
        #expect(host.sent(ChangeSessionRequest.self).map(\.change) == [.begin], "a session that is over was renewed")
        clock.advance(by: 60 - Double(Sessions.lifetime))
        #expect(try await sessions.rights(of: token) == .change)
    }

    @Test func aDeviceWhosePushesEndedIsRecordedAsSeenAtOnce() async throws {
        let sessions = makeSessions()
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

    @Test func aDateInTheFutureIsNotWrittenAgainWithEachRequest() async throws {
        let sessions = makeSessions()
        let token = try await sessions.begin(replacing: nil)
        host.with { $0.sessions[token.hash] = Samples.now + 90 * 86_400 }
        #expect(try await sessions.rights(of: token) == .change)
        #expect(host.sent(ChangeSessionRequest.self).map(\.change) == [.begin])
    }
}
