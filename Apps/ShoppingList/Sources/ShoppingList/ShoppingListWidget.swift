import ShoppingCore
import TodayKit

/// The widget: the items still to buy, which a tap ticks; tapping it elsewhere opens the app.
struct ShoppingListWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        switch try ListFile(context).read() {
        case .list(let list): return WidgetCards.content(list, Texts(context.language), family: context.family)
        case .unreadable(let sentence): throw Failure(sentence)
        }
    }

    func perform(_ action: WidgetAction, _ context: WidgetContext) async throws {
        try await WidgetEditor(context).perform(action)
    }
}
