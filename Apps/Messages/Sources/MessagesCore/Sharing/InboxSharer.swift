public import TodayKit

/// Keeps what the widget gets in step with the inbox.
///
/// It looks and writes in turn, never twice at a time. What another part of the process writes meanwhile, such as a
/// push in its transaction, it is told of by the change of the defaults and looks again: so the last word is always
/// that of somebody who looked after the last change.
public actor InboxSharer {
    private var isSharing = false
    private var isOutdated = false

    /// Makes one that has shared nothing.
    public init() {}

    /// Shares the inbox if it is another one than what is shared, and shows or hides the widget.
    ///
    /// - Parameter context: Of a request or of the app's `run`.
    /// - Returns: Whether something else is shared now; `false` too if another call is at it, which then looks again.
    /// - Throws: `RequestError` if the host refuses.
    @discardableResult
    public func share(_ context: AppContext) async throws -> Bool {
        isOutdated = true
        guard !isSharing else { return false }
        isSharing = true
        defer { isSharing = false }
        var hasShared = false
        while isOutdated {
            isOutdated = false
            hasShared = try await Self.shareOnce(context) || hasShared
        }
        return hasShared
    }

    /// Follows the inbox for as long as the process lives.
    public func follow(_ context: AppContext) async {
        // Begun before the first look, so that no change is missed.
        let inbox = context.messages.changes
        let defaults = context.defaults.changes(in: .messages)
        await Self.askToNotify(context)
        await shareOrLog(context)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in inbox {
                    await self.shareOrLog(context)
                    await Self.redraw(context)
                }
            }
            group.addTask { for await _ in defaults { await self.shareOrLog(context) } }
        }
    }

    /// Shares, and writes to the log if that fails: the next change is another try.
    public func shareOrLog(_ context: AppContext) async {
        do { try await share(context) } catch { context.log.error("The inbox is not shared: \(error)") }
    }

    /// Whether the widget is to show.
    static func showsWidget(_ inbox: SharedInbox, hidesWhileEmpty: Bool) -> Bool {
        !inbox.messages.isEmpty || !hidesWhileEmpty
    }

    private static func shareOnce(_ context: AppContext) async throws -> Bool {
        let inbox = SharedInbox(try await InboxReader(context).page(limit: SharedInbox.length))
        let shared = context.defaults[.inbox]
        guard inbox != shared else { return false }
        try await context.defaults.set(inbox, for: .inbox)
        let hides = context.defaults[.hidesWhileEmpty]
        let shows = showsWidget(inbox, hidesWhileEmpty: hides)
        if shared.map({ showsWidget($0, hidesWhileEmpty: hides) }) != shows {
            try await context.widgets.setHasContent(shows, for: .messages)
        }
        return true
    }

    /// Asks whether the app may notify; the person is asked once, however often this is called.
    private static func askToNotify(_ context: AppContext) async {
        do {
            try await context.notifications.requestAuthorization(options: [.alert, .sound, .badge])
        } catch {
            context.log.error("The person is not asked for notifications: \(error)")
        }
    }

    private static func redraw(_ context: AppContext) async {
        do { try await context.scenes.reload() } catch { context.log.error("The pages are not drawn: \(error)") }
    }
}
