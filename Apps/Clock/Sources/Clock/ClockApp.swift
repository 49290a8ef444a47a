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
            now: context.now,
            zone: context.surface?.zone ?? context.zone,
            texts
        )
    }

    func perform(_ action: ClockAction, _ context: AppContext) async throws {
        let texts = Texts(context.language)
        let clocks = context.defaults[.clocks]
        let editor = ClockEditor(zones: zones, texts)
        try await context.defaults.set(editor.clocks(after: action, clocks, inputs: context.inputs), for: .clocks)
        if case .remove(let clock) = action, let index = clocks.firstIndex(of: clock) {
            try await context.offerUndo(texts.removed(texts.title(of: clock)), ClockAction.putBack(clock, at: index))
        }
    }
}
