import ClockCore
import TodayKit

/// The containing app: the clocks, and which there are.
@main
struct ClockApp: App {
    static let widgets: [any Widget.Type] = [ClockWidget.self]
    private let zones = ZoneList.system()

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        guard url.path.isEmpty else { throw Failure(texts.noPage(url.path)) }
        return ClockPage.page(
            context.defaults[.clocks],
            zones: zones,
            finding: url.query[ClockPage.Input.search].map { String($0.prefix(ClockPage.textLimit)) },
            now: context.now,
            zone: context.surface?.zone ?? context.zone,
            texts
        )
    }

    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] {
        ClockSearch.entries(text, context)
    }

    func perform(_ action: ClockAction, _ context: AppContext) async throws {
        let texts = Texts(context.language)
        let clocks = context.defaults[.clocks]
        let editor = ClockEditor(zones: zones, texts)
        guard action != .search else {
            try await context.open(editor.searchURL(context.inputs))
            return
        }
        try await context.defaults.set(editor.clocks(after: action, clocks, inputs: context.inputs), for: .clocks)
        // The search has served its purpose.
        if case .add = action { try await context.open(ClockCards.appURL) }
        if case .remove(let clock) = action, let index = clocks.firstIndex(of: clock) {
            try await context.offerUndo(texts.removed(texts.title(of: clock)), ClockAction.putBack(clock, at: index))
        }
    }
}
