import Synchronization
import SystemCore
import TodayKit

/// The widget: load, memory and disk, read again every 15 seconds while somebody looks.
struct SystemWidget: Widget {
    private static let history = Mutex(SystemHistory())

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let status = try await context.systemStatus()
        let history = Self.history.withLock { history in
            history = history.adding(status)
            return history
        }
        return SystemCards.content(history, Texts(context.language))
    }
}
