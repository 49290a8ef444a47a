import Host
import HostModel
import LocalAPI
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// Complications and links to pages, over a real socket.
@Suite(.timeLimit(.minutes(10))) struct ComplicationClientTests {
    private struct Enough: Error {}

    @Test func theComplicationsAreListedAndFollowed() async throws {
        let host = StubHost(screen: Samples.screen)
        try await withLocalHost(host) { client, host, _ in
            let habits = Samples.habitsComplication
            host.setComplication(habits, of: habits.app)
            let listed = try await client.send(GetComplicationsRequest(for: Samples.viewer))
            #expect(listed.complications == [habits])
            var received: [ComplicationEvent.Change] = []
            await #expect(throws: Enough.self) {
                try await client.watch(ComplicationEvent.self, for: Samples.viewer) { event in
                    received.append(event.change)
                    if received.count == 1 { host.setComplication(nil, of: habits.app) }
                    if received.count == 2 { throw Enough() }
                }
            }
            #expect(received.last == .removed(habits.app))
        }
    }

    @Test(arguments: [
        "", "complications", "//evil.example", "https://evil.example", "/" + String(repeating: "a", count: 2048),
    ])
    func aLinkLeadsOnlyToAPathOfToday(page: String) async throws {
        try await withLocalHost { client, _, _ in
            let error = await #expect(throws: HostError.self) {
                _ = try await client.send(MakeLinkRequest(to: page))
            }
            #expect(error?.code == .invalid)
        }
    }
}
