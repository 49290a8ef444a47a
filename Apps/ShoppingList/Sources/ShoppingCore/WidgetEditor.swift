public import TodayKit

/// Performs the actions of the widget by changing the list's file.
public struct WidgetEditor: Sendable {
    private let context: WidgetContext

    /// Creates an editor for the context of a tap.
    public init(_ context: WidgetContext) { self.context = context }

    /// Performs an action; a repeated tap changes nothing.
    ///
    /// The file is no part of the host's transaction, so a shared default tells the host that the group has changed: it
    /// updates the widgets, and draws the open pages of the app again.
    ///
    /// - Throws: A `Failure` if the item was removed, or if the file cannot be read or written.
    public func perform(_ action: WidgetAction) async throws {
        guard case .set(let item, let isDone) = action, let tap = context.tap else { return }
        let texts = Texts(context.language)
        let id = "tap:\(tap.rawValue)"
        try ListFile(context).change(id) { try $0.set(item, done: isDone, texts) }
        await PurchaseHistory.note(item, done: isDone, context)
        try await context.defaults.set(id, for: .lastTick)
    }
}

extension DefaultsKey where Value == String? {
    /// The id of the last change that the widget made.
    static var lastTick: Self { Self("lastTick", in: .shopping) }
}
