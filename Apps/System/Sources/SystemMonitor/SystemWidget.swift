import SystemCore
import TodayKit

/// The widget: load, memory and disk, read again every 15 seconds while somebody looks.
struct SystemWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        SystemCards.content(try await context.systemStatus(), Texts(context.language))
    }
}
