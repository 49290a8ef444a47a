import MessagesCore
import TodayKit

/// The widget: the latest messages; tapping one opens it.
struct MessagesWidget: Widget {
    private let shown = LastShownInbox()

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let inbox = SharedInbox(context.defaults)
        let content = WidgetCards.content(
            inbox,
            hadMessages: context.defaults[.hadMessages],
            localization: PageLocalization(context),
            family: context.family
        )
        if context.defaults[.hidesWhileEmpty] {
            // The app says so too, but an update that began before may contradict it; the last update is right.
            try await context.setHasContent(!(inbox?.messages.isEmpty ?? true))
        }
        return shown.take(inbox, content, in: context.language, for: context.reasons)
    }
}
