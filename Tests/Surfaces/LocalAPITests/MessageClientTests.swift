import Host
import HostModel
import LocalAPI
import SurfaceTestSupport
import Testing
import TodayProtocol

/// What the client asks about many messages, over a real Unix socket.
@Suite(.timeLimit(.minutes(10))) struct MessageClientTests {
    private static let app = AppID("com.example.weather")

    private func places(_ ids: [MessageID], of app: AppID = Self.app) -> [MessageReference] {
        ids.map { MessageReference(app: app, id: $0) }
    }

    @Test func manyMessagesAreFoundMarkedAndDeletedWithOneRequestEach() async throws {
        try await withLocalHost { client, host, _ in
            let ids = (0..<SetMessagesReadRequest.limit).map { MessageID("m-\($0)") }
            host.with { $0.messages.messages = ids.map { Samples.message($0.rawValue) } }
            #expect(try await client.send(FindMessagesRequest(ids)) == places(ids))
            #expect(
                try await client.send(FindMessagesRequest([MessageID("gone"), ids[7]], of: Self.app))
                    == places([ids[7]])
            )
            #expect(try await client.send(FindMessagesRequest([ids[0]], of: AppID("com.other"))).isEmpty)
            try await client.send(SetMessagesReadRequest(true, places(ids)))
            #expect(host.with { $0.messages.messages.allSatisfy(\.message.isRead) })
            try await client.send(DeleteMessagesRequest(places(ids)))
            #expect(host.with { $0.messages.messages.isEmpty })
            #expect(host.log.count == 5)
        }
    }

    @Test func tooManyMessagesAndWhatIsNoIDReachNobody() async throws {
        try await withLocalHost { client, host, _ in
            let tooMany = (0...SetMessagesReadRequest.limit).map { MessageID("m-\($0)") }
            for ids in [tooMany, [MessageID("m"), MessageID("../m")], [MessageID("")]] {
                let calls: [() async throws -> Void] = [
                    { _ = try await client.send(FindMessagesRequest(ids)) },
                    { try await client.send(SetMessagesReadRequest(true, places(ids))) },
                    { try await client.send(DeleteMessagesRequest(places(ids))) },
                ]
                for call in calls {
                    let error = await #expect(throws: HostError.self) { try await call() }
                    #expect(error?.code == .invalid)
                }
            }
            #expect(host.log.isEmpty)
        }
    }
}
