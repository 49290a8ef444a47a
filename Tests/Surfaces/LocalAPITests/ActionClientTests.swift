import Host
import HostModel
import HostStorage
import LocalAPI
import SurfaceTestSupport
import Testing
import TodayProtocol

/// What the client asks about queued actions, over a real Unix socket.
@Suite(.timeLimit(.minutes(10))) struct ActionClientTests {
    private static let app = AppID("com.example.weather")

    @Test func theOutboxAndTheRunsTravel() async throws {
        try await withLocalHost { client, host, _ in
            let entries = [Samples.queued(1, .failed), Samples.queued(2, .retrying), Samples.queued(3, .waiting)]
            host.changeOutbox { $0.entries = entries }
            let all = GetOutboxRequest(hasPayloads: true, language: "de")
            #expect(try await client.send(all) == Outbox(entries: entries))
            let one = GetOutboxRequest(of: Self.app, after: 1, limit: 1, language: "en")
            var second = entries[1]
            second.payload = nil
            #expect(try await client.send(one).entries == [second])
            #expect(host.sent(GetOutboxRequest.self) == [all, one])
            #expect(try await client.send(FindActionRequest("a3", of: Self.app)) == 3)
            #expect(host.sent(FindActionRequest.self) == [FindActionRequest("a3", of: Self.app)])
            let run = BackgroundRun(
                app: Self.app,
                date: Samples.now,
                reason: .push,
                outcome: .crashed,
                milliseconds: 2.5,
                peakMemory: 7,
                message: "It ended."
            )
            host.with { $0.runs = [run] }
            #expect(try await client.send(GetBackgroundRunsRequest(of: Self.app, limit: 5)) == [run])
            try await client.send(RetryActionRequest(1))
            try await client.send(DiscardActionRequest(2))
            #expect(host.sent(RetryActionRequest.self) == [RetryActionRequest(1)])
            #expect(host.with(\.outbox).entries.map(\.number) == [1, 3])
            let error = await #expect(throws: HostError.self) { try await client.send(DiscardActionRequest(2)) }
            #expect(error?.code == .notFound)
        }
    }
}
