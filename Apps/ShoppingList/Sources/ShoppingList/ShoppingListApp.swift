import ShoppingCore
import TodayKit

/// The containing app: one page with the list and its reminder.
@main
struct ShoppingListApp: App {
    static let widgets: [any Widget.Type] = [ShoppingListWidget.self]
    private let presenter = ReminderPresenter()

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        switch url.path {
        case "": try await ListPage.read(context, page: page(of: url), presenter).content
        case "edit": try await ListPage.read(context, isEditing: true, presenter).content
        case "bought": try await BoughtPage.read(context, page: page(of: url)).content
        case "history": try await HistoryPage.read(context).content
        default: throw Failure(Texts(context.language).noPage(url.path))
        }
    }

    private func page(of url: SceneURL) -> Int { url.query["page"].flatMap(Int.init) ?? 1 }

    func perform(_ action: ShoppingAction, _ context: AppContext) async throws {
        try await ShoppingEditor(context).perform(action)
    }

    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] {
        try ShoppingSearch.entries(text, context)
    }

    func receive(shared content: SharedContent, _ context: AppContext) async throws -> String? {
        try await ShoppingEditor(context).add(content)
    }

    func respond(to response: NotificationResponse, _ context: AppContext) async throws {
        try await ShoppingEditor(context).respond(to: response)
    }

    func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption> { try await presenter.present(notification, context) }

    func receive(_ event: AppEvent, _ context: AppContext) async {
        do {
            switch event {
            case .settingsInForce(let settings):
                // A person who has decided is not asked, but may have done so before the app had a category.
                if settings.authorization == .notDetermined {
                    try await ReminderNotification.register(context)
                } else {
                    try await ReminderNotification.setCategory(context)
                }
            // The page contains days and the notification settings.
            case .dayChanged, .settingsChanged: try await context.scenes.reload()
            case .becameActive, .enteredBackground: break
            }
        } catch {
            context.log.error("\(error)")
        }
    }
}
