import ShoppingCore
import TodayKit

/// The widget: the items still to buy; tapping it opens the app.
@main
struct ShoppingListWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        switch try ListFile(context).read() {
        case .list(let list): return WidgetCards.content(list, Texts(context.language))
        case .unreadable(let sentence): throw Failure(sentence)
        }
    }
}
