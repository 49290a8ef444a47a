import AsyncPrimitives
import Fetching
import Testing

@Suite(.timeLimit(.minutes(10))) @MainActor struct TurnTests {
    @Test func sixRequestsOfAnAppRunAtATimeAndOthersAreNotHeldUp() async throws {
        let gate = OneTimeSignal()
        let own = Counter()
        let others = Counter()
        try await ScriptedServer.run { request, write in
            let counter = request.path.hasPrefix("/other") ? others : own
            counter.begin()
            await gate.wait()
            counter.end()
            try await write(reply())
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let calls = (0..<20).map { number in
                    Task { @MainActor in try await fixture.get(server.origin + "/\(number)").status }
                }
                await own.wait(for: 6)
                let other = Task { @MainActor in
                    try await fixture.get(server.origin + "/other", app: "com.b").status
                }
                await others.wait(for: 1)
                #expect(own.value == 6)
                gate.raise()
                for call in calls + [other] { #expect(try await call.value == 200) }
                #expect(own.value == 20)
                #expect(own.most == 6)
            }
        }
    }

    @Test func whatWaitsIsBounded() async throws {
        var limits = FetchLimits.patient
        limits.concurrentPerApp = 1
        limits.waitingPerApp = 2
        let gate = OneTimeSignal()
        let arrivals = Counter()
        try await ScriptedServer.run { _, write in
            arrivals.begin()
            await gate.wait()
            try await write(reply())
        } _: { server in
            try await FetchFixture.run(limits: limits) { fixture async throws in
                let results = Counter()
                let calls = (0..<5).map { number in
                    Task { @MainActor in
                        let error = await failure { _ = try await fixture.get(server.origin + "/\(number)") }
                        results.begin()
                        return error?.code
                    }
                }
                await arrivals.wait(for: 1)
                // One runs, two wait, two are refused while the gate is closed.
                await results.wait(for: 2)
                gate.raise()
                var codes: [FetchFailure.Code?] = []
                for call in calls { codes.append(await call.value) }
                #expect(codes.count { $0 == .tooManyRequests } == 2)
                #expect(codes.count { $0 == nil } == 3)
            }
        }
    }

    @Test func whoStopsWaitingGivesItsPlaceUp() async throws {
        var limits = FetchLimits.patient
        limits.concurrentPerApp = 1
        let gate = OneTimeSignal()
        let arrivals = Counter()
        try await ScriptedServer.run { request, write in
            arrivals.begin()
            if request.path == "/0" { await gate.wait() }
            try await write(reply())
        } _: { server in
            try await FetchFixture.run(limits: limits) { fixture async throws in
                let first = Task { @MainActor in try await fixture.get(server.origin + "/0").status }
                await arrivals.wait(for: 1)
                let second = Task { @MainActor in await failure { _ = try await fixture.get(server.origin + "/1") } }
                let third = Task { @MainActor in try await fixture.get(server.origin + "/2").status }
                second.cancel()
                #expect(await second.value?.code == .cancelled)
                gate.raise()
                #expect(try await first.value == 200)
                #expect(try await third.value == 200)
                #expect(!server.requests.map(\.path).contains("/1"))
            }
        }
    }
}
