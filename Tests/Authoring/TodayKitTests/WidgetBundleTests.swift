import JSONRPC
import Testing
import TodayKit
import TodayProtocol

/// A program with several widgets, or with an app and widgets, is the one that its bundle names.
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

    struct Weather: App {
        static let widgets: [any Widget.Type] = [Trap.self]
        func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("weather") }
    }

    /// An app that must not be made.
    struct TrapApp: App {
        static let widgets: [any Widget.Type] = [Forecast.self]
        init() { preconditionFailure("The program is the widget here.") }
        func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
    }

    @Test(arguments: ["Radar", "TodayKitTests.WidgetBundleTests.Radar"])
    func itIsTheWidgetThatTheBundleNames(name: String) async throws {
        try await withHost(orOneOf: Self.widgets) { host in
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
        try await withHost(orOneOf: Self.widgets) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: name) }
            #expect(error?.code == .invalidParams)
            #expect(error?.message == message)
        }
    }

    @Test func aSingleWidgetNeedsNoName() async throws {
        try await withHost(orOneOf: [Forecast.self]) { host in
            _ = try await host.initialize()
            #expect(try await host.update().content?.compact.firstText == "forecast")
        }
        try await withHost(of: TestWidget()) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: "Radar") }
            #expect(error?.message == "the program has no widget Radar; it has TestWidget")
        }
    }

    @Test func namesMustDiffer() async throws {
        try await withHost(orOneOf: [Forecast.self, Forecast.self]) { host in
            let error = await #expect(throws: RPCError.self) {
                _ = try await host.initialize(principalClass: "Forecast")
            }
            #expect(error?.message == "two widgets of the program are called Forecast")
        }
        try await withHost(orOneOf: []) { host in
            let error = await #expect(throws: RPCError.self) { _ = try await host.initialize(principalClass: "A") }
            #expect(error?.message == "the program has no widget A; it has none")
        }
    }
    @Test func theProgramOfAnAppIsTheAppForTheApp() async throws {
        try await withHost(of: Weather.self, orOneOf: Weather.widgets) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.scene("test://page").card.firstText == "weather")
            await #expect(throws: RPCError(.methodNotFound, "an app has no widget/update")) { try await host.update() }
            let again = await #expect(throws: RPCError.self) { _ = try await host.initialize(.widget) }
            #expect(again?.code == .invalidRequest)
            #expect(try await host.scene("test://page").card.firstText == "weather")
        }
    }

    @Test(arguments: [nil, "Forecast"])
    func theProgramOfAnAppIsTheWidgetForTheWidget(name: String?) async throws {
        try await withHost(of: TrapApp.self, orOneOf: TrapApp.widgets) { host in
            _ = try await host.initialize(.widget, principalClass: name)
            #expect(try await host.update().content?.compact.firstText == "forecast")
            await #expect(throws: RPCError(.methodNotFound, "a widget has no app/scene")) {
                _ = try await host.scene("test://page")
            }
        }
    }

    @Test func anAppWithSeveralWidgetsIsTheOneThatTheBundleNames() async throws {
        try await withHost(of: TrapApp.self, orOneOf: Self.widgets) { host in
            let sentence = "NSExtensionPrincipalClass must name one of the program's widgets: Forecast, Trap, Radar"
            await #expect(throws: RPCError(.invalidParams, sentence)) { _ = try await host.initialize(.widget) }
            _ = try await host.initialize(.widget, principalClass: "Radar")
            #expect(try await host.update().content?.compact.firstText == "radar")
        }
    }

    @Test(arguments: [nil, "Forecast"])
    func anAppWithoutWidgetsIsNoWidget(name: String?) async throws {
        let sentence = "the bundle calls this program a widget, but it is an app without widgets"
        #expect(TestApp.widgets.isEmpty)
        try await withHost(of: TestApp.self, orOneOf: TestApp.widgets) { host in
            await #expect(throws: RPCError(.invalidParams, sentence)) {
                _ = try await host.initialize(.widget, principalClass: name)
            }
            _ = try await host.initialize(.app)
            #expect(try await host.scene("test://page").card.firstText == "page")
        }
    }
}
