import MessagesCore
import TodayKit

/// The containing app: the list of messages, each message, and the settings.
@main
struct MessagesApp: App {
    static let widgets: [any Widget.Type] = [MessagesWidget.self]
    private let sharer = InboxSharer()
    private let checker = InboxChecker()

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        try await Pages(context, freshness: checker.check()).content(of: url)
    }

    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL {
        // Opening the page marks the message as read; loading the page again does not.
        try await Pages(context).open(url)
        return url
    }

    func perform(_ action: MessagesAction, _ context: AppContext) async throws {
        try await MessagesEditor(context).perform(action)
    }

    func receive(push: Push, _ context: AppContext) async throws -> PushResult {
        let result: PushResult
        do {
            let refresh = try await context.messages.refresh(within: .seconds(20), for: push)
            if case .failed(let reason) = refresh { context.log.notice("A push brought nothing yet: \(reason)") }
            result = refresh.pushResult
        } catch let error as RequestError {
            // The host lets few requests wait in a short time. What is here already is shared all the same.
            context.log.notice("\(error)")
            result = .failed
        }
        try await sharer.share(context)
        return result
    }

    func receive(_ event: AppEvent, _ context: AppContext) async {
        switch event {
        case .enteredBackground:
            checker.enteredBackground()
            await sharer.shareOrLog(context)
        case .dayChanged:
            // Dates may have another zone, or have become older.
            do { try await context.scenes.reload() } catch { context.log.error("\(error)") }
        // Not here: until the cloud answers, what the person does would wait.
        case .becameActive:
            checker.becameActive()
            await InboxSharer.askToNotify(context)
        case .settingsInForce, .settingsChanged: break
        }
    }

    func run(_ context: AppContext) async {
        async let checks: Void = checker.run(context)
        await sharer.follow(context)
        await checks
    }
}
