import JSONRPC
import Testing
import TodayKit
import TodayProtocol

/// A program with several widgets is the one that its bundle names.
@Suite(.timeLimit(.minutes(10))) struct WidgetBundleTests {
    struct Forecast: Widget {
        func update(_ context: WidgetContext) async throws -> WidgetContent? {
            WidgetContent(compact: Card { TextBlock("forecast") })
        }
    }

    struct Radar: Widget {
        func update(_ context: WidgetContext) async throws -> WidgetContent? {
            WidgetContent(compact: Card { TextBlock("radar") })
        }

        func perform(_ action: TestAction, _ context: WidgetContext) async throws {
            throw Failure("The radar does nothing.")
        }
    }

    /// A widget that must not be made.
    struct Trap: Widget {
        init() { preconditionFailure("Only the widget that the bundle names is made.") }
        func update(_ context: WidgetContext) async throws -> WidgetContent? { nil }
    }

    private static let widgets: [any Widget.Type] = [Forecast.self, Trap.self, Radar.self]

    @Test(arguments: ["Radar", "TodayKitTests.WidgetBundleTests.Radar"])
    func itIsTheWidgetThatTheBundleNames(name: String) async throws {
        try await withHost(ofOneOf: Self.widgets) { host in
            let early = await #expect(throws: RPCError.self) { try await host.update() }
            #expect(early?.code == .invalidRequest)
            _ = try await host.initialize(principalClass: name)
            #expect(try await host.update().content?.compact.firstText == "radar")
            let failure = await #expect(throws: RPCError.self) { try await host.perform(TestAction.go) }
            #expect(failure?.message == "The radar does nothing.")
            let again = await #expect(throws: RPCError.self) {
                _ = try await host.initialize(principalClass: "Forecast")
            }
            #expect(again?.code == .invalidRequest)
            #expect(try await host.update().content?.compact.firstText == "radar")
        }
    }

    @Test(
        arguments: [
            ("Rader", "the program has no widget Rader; it has Forecast, Trap, Radar"),
            ("radar", "the program has no widget radar; it has Forecast, Trap, Radar"),
            ("", "the program has no widget ; it has Forecast, Trap, Radar"),
            (nil, "NSExtensionPrincipalClass must name one of the program's widgets: Forecast, Trap, Radar"),
        ] as [(String?, String)]
    )
    func anotherNameIsRefusedWithThoseThatThereAre(name: String?, message: String) async throws {
        try await withHost(ofOneOf: Self.widgets) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: name) }
            #expect(error?.code == .invalidParams)
            #expect(error?.message == message)
        }
    }

    @Test func aSingleWidgetNeedsNoName() async throws {
        try await withHost(ofOneOf: [Forecast.self]) { host in
            _ = try await host.initialize()
            #expect(try await host.update().content?.compact.firstText == "forecast")
        }
        try await withHost(of: TestWidget()) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: "Radar") }
            #expect(error?.message == "the program has no widget Radar; it has TestWidget")
        }
    }

    @Test func namesMustDiffer() async throws {
        try await withHost(ofOneOf: [Forecast.self, Forecast.self]) { host in
            let error = await #expect(throws: RPCError.self) {
                _ = try await host.initialize(principalClass: "Forecast")
            }
            #expect(error?.message == "two widgets of the program are called Forecast")
        }
        try await withHost(ofOneOf: []) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: "A") }
            #expect(error?.message == "the program has no widget A; it has none")
        }
    }
}
