import ClockCore
import TodayKit

/// The containing app: the clocks, and which there are.
@main
struct ClockApp: App {
    private let zones = ZoneList.system()

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        guard url.path.isEmpty else { throw Failure(texts.noPage(url.path)) }
        return ClockPage.page(
            context.defaults[.clocks],
            zones: zones,
            now: context.now,
            zone: context.zone,
            texts
        )
    }

    func perform(_ action: ClockAction, _ context: AppContext) async throws {
        let editor = ClockEditor(zones: zones, Texts(context.language))
        let clocks = try editor.clocks(after: action, context.defaults[.clocks], inputs: context.inputs)
        try await context.defaults.set(clocks, for: .clocks)
    }
}
