import MessagesCore
import TodayKit

/// The widget: the latest messages; tapping one opens it.
@main
struct MessagesWidget: Widget {
    private let shown = LastShownInbox()

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let inbox = SharedInbox(context.defaults)
        let content = WidgetCards.content(
            inbox,
            localization: PageLocalization(context),
            family: context.family
        )
        if context.defaults[.hidesWhileEmpty], inbox?.messages(at: context.now).isEmpty ?? true {
            // The app shows the widget again with the next message.
            try await context.setHasContent(false)
        }
        return shown.take(inbox, content, in: context.language, for: context.reasons)
    }
}
