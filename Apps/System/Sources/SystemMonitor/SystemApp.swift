import SystemCore
import TodayKit

/// The containing app: everything that the host tells of the computer.
@main
struct SystemApp: App {
    static let widgets: [any Widget.Type] = [SystemWidget.self]

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        guard url.path.isEmpty else { throw Failure(texts.noPage(url.path)) }
        return SystemCards.page(SystemHistory().adding(try await context.systemStatus()), texts)
    }

    func perform(_ action: SystemAction, _ context: AppContext) async throws {
        // The page is drawn again after every action.
    }
}
