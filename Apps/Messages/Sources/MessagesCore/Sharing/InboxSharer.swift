public import TodayKit

/// Keeps the shared defaults for the widget in step with the inbox.
///
/// Only one call at a time reads the inbox and writes. If another part of the process writes in the meantime, such as a
/// push in its transaction, the change of the defaults makes this actor read the inbox again. So the last value written
/// is always from a read after the last change.
public actor InboxSharer {
    private var isSharing = false
    private var isOutdated = false

    /// Creates a sharer that has not shared anything yet.
    public init() {}

    /// Shares the inbox if it differs from what is shared, and shows or hides the widget.
    ///
    /// - Parameter context: The context of a request or of the app's `run`.
    /// - Throws: `RequestError` if the host refuses.
    public func share(_ context: AppContext) async throws {
        isOutdated = true
        // The call that is running reads the inbox again.
        guard !isSharing else { return }
        isSharing = true
        defer { isSharing = false }
        while isOutdated {
            isOutdated = false
            try await Self.shareOnce(context)
        }
    }

    /// Follows the changes of the inbox for the lifetime of the process.
    public func follow(_ context: AppContext) async {
        // Started before the first read, so that no change is missed.
        let inbox = context.messages.changes
        let defaults = context.defaults.changes(in: .messages)
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

    /// Shares the inbox and logs a failure; the next change is another attempt.
    public func shareOrLog(_ context: AppContext) async {
        do { try await share(context) } catch { context.log.error("The inbox is not shared: \(error)") }
    }

    /// Returns `true` if the widget is shown.
    static func showsWidget(_ inbox: SharedInbox, hidesWhileEmpty: Bool) -> Bool {
        !inbox.messages.isEmpty || !hidesWhileEmpty
    }

    private static func shareOnce(_ context: AppContext) async throws {
        let inbox = SharedInbox(try await InboxReader(context).newest(SharedInbox.length))
        let shared = SharedInbox(context.defaults)
        guard inbox != shared else { return }
        try await inbox.write(to: context.defaults, over: shared)
        if !inbox.messages.isEmpty { await askToNotify(context) }
        let hides = context.defaults[.hidesWhileEmpty]
        let shows = showsWidget(inbox, hidesWhileEmpty: hides)
        if shared.map({ showsWidget($0, hidesWhileEmpty: hides) }) != shows {
            try await context.widgets.setHasContent(shows, for: .messages)
        }
    }

    /// Asks for authorization to notify, once there is something to notify of or the person opens the app; the person
    /// is asked only once, however often this is called.
    public static func askToNotify(_ context: AppContext) async {
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
