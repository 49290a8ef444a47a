public import TodayProtocol

/// What an app can ask of its own widgets.
public struct AppWidgets: Sendable {
    let process: ProcessContext

    /// Asks the host for an update.
    ///
    /// - Parameter widget: One of the app's widgets; all of them if left out.
    /// - Throws: ``RequestError`` if the widget is not the app's.
    public func reload(_ widget: WidgetID? = nil) async throws {
        try await process.ask { WidgetsReloadRequest(widget: widget, transaction: $0) }
    }

    /// Shows or hides a widget, whatever the person chose for the screen.
    ///
    /// - Parameters:
    ///   - hasContent: `false` hides it until `true`, also over restarts; `true` updates it too.
    ///   - widget: One of the app's widgets.
    /// - Throws: ``RequestError`` if the widget is not the app's.
    public func setHasContent(_ hasContent: Bool, for widget: WidgetID) async throws {
        try await process.ask { WidgetsSetHasContentRequest(widget: widget, hasContent: hasContent, transaction: $0) }
    }
}
