import TodayKit

/// The actions of test cards.
enum TestAction: Codable, Hashable, Sendable {
    case set(String, done: Bool)
    case go
}

/// A widget made of closures.
struct TestWidget: Widget {
    var update: @Sendable (WidgetContext) async throws -> WidgetContent?
    var perform: @Sendable (TestAction, WidgetContext) async throws -> Void

    init() { self.init(update: { _ in nil }) }

    init(
        update: @escaping @Sendable (WidgetContext) async throws -> WidgetContent? = { _ in nil },
        perform: @escaping @Sendable (TestAction, WidgetContext) async throws -> Void = { _, _ in }
    ) {
        self.update = update
        self.perform = perform
    }

    func update(_ context: WidgetContext) async throws -> WidgetContent? { try await update(context) }

    func perform(_ action: TestAction, _ context: WidgetContext) async throws { try await perform(action, context) }

    /// A widget that shows one text.
    static func text(_ make: @escaping @Sendable (WidgetContext) async throws -> String) -> TestWidget {
        TestWidget(update: { context in
            let text = try await make(context)
            return WidgetContent(compact: Card { TextBlock(text) })
        })
    }
}

/// An app made of closures.
struct TestApp: App {
    var scene: @Sendable (SceneURL, AppContext) async throws -> SceneContent
    var perform: @Sendable (TestAction, AppContext) async throws -> Void
    var event: @Sendable (AppEvent, AppContext) async -> Void
    var work: @Sendable (AppContext) async -> Void
    var respond: @Sendable (NotificationResponse, AppContext) async throws -> Void

    init() { self.init(perform: { _, _ in }) }

    init(
        scene: @escaping @Sendable (SceneURL, AppContext) async throws -> SceneContent = { url, _ in .text(url.path) },
        perform: @escaping @Sendable (TestAction, AppContext) async throws -> Void = { _, _ in },
        event: @escaping @Sendable (AppEvent, AppContext) async -> Void = { _, _ in },
        work: @escaping @Sendable (AppContext) async -> Void = { _ in },
        respond: @escaping @Sendable (NotificationResponse, AppContext) async throws -> Void = { _, _ in }
    ) {
        self.scene = scene
        self.perform = perform
        self.event = event
        self.work = work
        self.respond = respond
    }

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { try await scene(url, context) }
    func perform(_ action: TestAction, _ context: AppContext) async throws { try await perform(action, context) }
    func receive(_ event: AppEvent, _ context: AppContext) async { await self.event(event, context) }
    func run(_ context: AppContext) async { await work(context) }
    func respond(to response: NotificationResponse, _ context: AppContext) async throws {
        try await respond(response, context)
    }
}

extension SceneContent {
    /// A page with one text.
    static func text(_ text: String) -> SceneContent { SceneContent(title: "Page", card: Card { TextBlock(text) }) }
}

extension Card {
    /// The text of the first element, if it is one.
    var firstText: String? {
        guard case .textBlock(let block)? = body.first else { return nil }
        return block.text
    }
}

extension DefaultsKey where Value == String {
    static var name: Self { Self("name", in: ScriptedHost.group, default: "nobody") }
}

extension DefaultsKey where Value == Int {
    static var count: Self { Self("count", in: ScriptedHost.group, default: 0) }
}

/// The result of a piece of work.
struct Outcome<Success: Sendable>: Sendable {
    private let result: Result<Success, any Error>

    init(_ body: () async throws -> Success) async {
        do { result = .success(try await body()) } catch { result = .failure(error) }
    }

    var isSuccess: Bool { (try? result.get()) != nil }

    func get() throws -> Success { try result.get() }
}
