import AsyncPrimitives
import Fetching
import Testing

/// The tests run on the main actor: a call that was made has joined its request when the next one begins.
@Suite(.timeLimit(.minutes(10))) @MainActor struct CoalescingTests {
    @Test func equalRequestsUnderWayAreOne() async throws {
        let gate = OneTimeSignal()
        try await ScriptedServer.run { _, write in
            await gate.wait()
            try await write(reply("200 OK", ["Cache-Control: no-store"], body: "one"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let calls = (0..<5).map { _ in
                    Task { @MainActor in try await fixture.get(server.origin).body }
                }
                let other = Task { @MainActor in try await fixture.get(server.origin + "/other").body }
                let release = Task { @MainActor in gate.raise() }
                await release.value
                for call in calls { #expect(try await call.value == Array("one".utf8)) }
                _ = try await other.value
                #expect(server.requests.map(\.path).sorted() == ["/", "/other"])
                // Nothing was kept: the next call asks again.
                _ = try await fixture.get(server.origin)
                #expect(server.requests.count == 3)
            }
        }
    }

    @Test func aCallerThatStopsTakesTheRequestFromNobodyElse() async throws {
        let gate = OneTimeSignal()
        let arrived = OneTimeSignal()
        try await ScriptedServer.run { _, write in
            arrived.raise()
            await gate.wait()
            try await write(reply("200 OK", ["Cache-Control: no-store"], body: "one"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let first = Task { @MainActor in await failure { _ = try await fixture.get(server.origin) } }
                let second = Task { @MainActor in try await fixture.get(server.origin).body }
                await arrived.wait()
                first.cancel()
                #expect(await first.value?.code == .cancelled)
                gate.raise()
                #expect(try await second.value == Array("one".utf8))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func whenTheLastCallerStopsTheRequestEnds() async throws {
        let arrived = OneTimeSignal()
        let gone = OneTimeSignal()
        try await ScriptedServer.run { _, write in
            arrived.raise()
            defer { gone.raise() }
            try await write(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            // Writing fails once the client has closed the connection.
            while true { try await write(Array("1\r\nx\r\n".utf8)) }
        } _: { server in
            var limits = FetchLimits.patient
            limits.bodyBytes = .max
            try await FetchFixture.run(limits: limits) { fixture async throws in
                let call = Task { @MainActor in await failure { _ = try await fixture.get(server.origin) } }
                await arrived.wait()
                call.cancel()
                #expect(await call.value?.code == .cancelled)
                await gone.wait()
            }
        }
    }
}
