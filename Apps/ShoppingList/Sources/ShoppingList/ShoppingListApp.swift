import ShoppingCore
import TodayKit

/// The containing app: one page with the list and its reminder.
@main
struct ShoppingListApp: App {
    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        switch url.path {
        case "": try await ListPage.read(context, isEditing: false).content
        case "edit": try await ListPage.read(context, isEditing: true).content
        default: throw Failure(Texts(context.language).noPage(url.path))
        }
    }

    func perform(_ action: ShoppingAction, _ context: AppContext) async throws {
        try await ShoppingEditor(context).perform(action)
    }

    func respond(to response: NotificationResponse, _ context: AppContext) async throws {
        try await ShoppingEditor(context).respond(to: response)
    }

    func receive(_ event: AppEvent, _ context: AppContext) async {
        switch event {
        case .dayChanged, .settingsChanged:
            // The page contains days and the notification settings.
            do { try await context.scenes.reload() } catch { context.log.error("\(error)") }
        case .becameActive, .enteredBackground: break
        }
    }
}
