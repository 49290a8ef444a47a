import JSON
import JSONRPC
import Testing
import TodayProtocol

/// What a widget may do is what its own entitlements say, not what its app's do.
@Suite(.timeLimit(.minutes(5))) struct WidgetRightsTests {
    private static let calls: JSONValue = [
        ["defaults/get", ["group": .string(WidgetApp.group.rawValue), "key": "k"]],
        ["defaults/get", ["group": .string(WidgetApp.appGroup.rawValue), "key": "k"]],
        ["defaults/set", ["group": .string(WidgetApp.appGroup.rawValue), "key": "k", "value": 1]],
        ["http/fetch", ["url": "https://example.com/"]],
    ]

    /// The error codes of the calls that a process made last; none for a call that succeeded.
    private func errors(_ fixture: WidgetHostFixture, _ kind: String) throws -> [Int?] {
        let answers = try #require(try fixture.app.notes("results-\(kind)").last?.arrayValue)
        return answers.map { $0.objectValue?["error"]?.objectValue?["code"]?.integerValue }
    }

    private func groups(_ fixture: WidgetHostFixture, _ kind: String) throws -> [String] {
        let greeting = try #require(try fixture.app.notes("greeting-\(kind)").first?.objectValue)
        return (greeting["groups"]?.arrayValue ?? []).compactMap { $0.objectValue?["id"]?.stringValue }
    }

    @Test func aWidgetHasOnlyTheRightsOfItsOwnEntitlements() async throws {
        try await withWidgetHost { fixture in
            try fixture.app.put("calls", Self.calls)
            try await fixture.updateWidget()
            #expect(try errors(fixture, "widget") == [nil, -32001, -32001, -32001])
            #expect(try groups(fixture, "widget") == [WidgetApp.group.rawValue])

            // The app has the group and the network, only no host that it may fetch from.
            try await fixture.openApp()
            let fetchNotAllowed = RPCError.Code.fetchNotAllowed.rawValue
            #expect(try errors(fixture, "app") == [nil, nil, nil, fetchNotAllowed])
            #expect(try groups(fixture, "app") == [WidgetApp.group.rawValue, WidgetApp.appGroup.rawValue])
        }
    }
}
