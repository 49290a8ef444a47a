import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

/// What a process changed and the end of what it was asked are on disk together, or neither is.
@Suite(.timeLimit(.minutes(5))) struct OneCommitTests {
    @Test(arguments: ProcessRequest.transactional)
    func effectsAreInTheCommitThatEndsTheRequest(request: ProcessRequest) async throws {
        try await withWidgetHost { fixture in
            let group = JSONValue.string(WidgetApp.group.rawValue)
            try fixture.app.put("effects", [["defaults/set", ["group": group, "key": "k", "value": 1]]])
            let store = fixture.store
            let (commits, continuation) = AsyncStream<Commit>.makeStream()
            let observation = store.observe { continuation.yield($0) }
            defer { observation.cancel() }
            let end = try #require(request.end)

            try await withTimeLimit(on: "the end of what a person does") { try await request.cause(in: fixture) }
            let seen = try await withTimeLimit(on: "the commit that ends \(request.rawValue)") {
                var seen: [Commit] = []
                for await commit in commits {
                    if commit.changes.contains(.setting("fence")) { break }
                    seen.append(commit)
                    guard commit.changes.contains(end), try await store.read(request.isFinished) else { continue }
                    try await store.commit(.setting(.set(key: "fence", value: "\(seen.count)")))
                }
                return seen
            }
            let effect = StoreChange.defaults(group: WidgetApp.group, key: "k", value: .integer(1))
            let effects = seen.filter { $0.changes.contains(effect) }
            #expect(effects.count == 1)
            #expect(effects.first?.changes.contains(end) == true)
        }
    }
}
