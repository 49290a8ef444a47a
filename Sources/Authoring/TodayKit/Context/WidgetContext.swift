public import TodayProtocol

/// What a widget is told with a request and what it can ask of the host, until the request is answered.
public struct WidgetContext: ProcessScoped {
    /// What a widget and an app have in common.
    public let process: ProcessContext
    /// Why the host asks for an update; empty in a perform.
    public let reasons: Set<UpdateReason>
    /// What fits on the screen.
    public let size: WidgetSize
    /// The tap that is performed, the same each time the host hands it over; none in an update.
    public let tap: TapID?

    /// Asks the host to update this widget again.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func reload() async throws { try await process.ask { WidgetsReloadRequest(transaction: $0) } }

    /// Shows or hides this widget, whatever the person chose for the screen.
    ///
    /// - Parameter hasContent: `false` hides it until `true`, also over restarts; `true` updates it too.
    /// - Throws: ``RequestError`` if the host refuses.
    public func setHasContent(_ hasContent: Bool) async throws {
        try await process.ask { WidgetsSetHasContentRequest(hasContent: hasContent, transaction: $0) }
    }
}
