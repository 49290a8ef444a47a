public import TodayProtocol

/// The context of a request to a widget: the values that the host sent with it, and the functions that ask the host.
public struct WidgetContext: ProcessScoped {
    /// The part of the context that widgets and apps share.
    public let process: ProcessContext
    /// The reasons for the update; empty in ``Widget/perform(_:_:)``.
    public let reasons: Set<UpdateReason>
    /// The space that the screen offers.
    public let size: WidgetSize
    /// The size that the person chose for the widget, one of those that its bundle declares.
    public var family: WidgetFamily { size.family ?? .small }
    /// The margins that the widget gets if its content names none.
    ///
    /// The counterpart of the argument of `widgetMarginInsets(forProposedMarginInsets:)` on iOS. Change one side, or
    /// return content with the margins `.zero`, whose cards are as wide as the widget.
    public var proposedMargins: WidgetMargins { size.proposedMargins ?? .standard }
    /// The person's entries in the inputs of the widget's configuration, by input id; empty if there are none.
    ///
    /// A widget declares its configuration with `TodayConfiguration` in its `Info.plist`. Each instance of a widget has its
    /// own.
    public let configuration: [String: String]
    /// The instance of the widget: its bundle identifier, and for each further instance a colon and its number.
    public var instance: WidgetID {
        process.initialization.instance ?? WidgetID(process.initialization.id)
    }
    /// The id of the tap, which is the same when the host repeats it; `nil` in ``Widget/update(_:)``.
    public let tap: TapID?

    /// Asks the host to update this widget again.
    ///
    /// It runs at once in a tap and while a page is open; otherwise within the budget for updates while no page is
    /// open.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func reload() async throws { try await process.ask { WidgetsReloadRequest(transaction: $0) } }

    /// Sets the placeholder that is shown until the widget has content, instead of the card of its bundle.
    ///
    /// Call it in ``Widget/update(_:)`` before you wait for data, with the values that are already known, such as the
    /// place whose weather is fetched. It changes nothing if the widget has content in the language of the update.
    ///
    /// - Parameter content: The cards with their heights and margins; the other members are ignored.
    /// - Throws: ``RequestError`` if the host refuses.
    public func setPlaceholder(_ content: WidgetContent) async throws {
        try await process.ask { _ in WidgetsSetPlaceholderRequest(content: content) }
    }

    /// Shows or hides this widget if the person has put it on the screen.
    ///
    /// - Parameter hasContent: `false` hides it until this is called with `true`, even after a restart; `true` updates
    ///   it if it was hidden.
    /// - Throws: ``RequestError`` if the host refuses.
    public func setHasContent(_ hasContent: Bool) async throws {
        try await process.ask { WidgetsSetHasContentRequest(hasContent: hasContent, transaction: $0) }
    }
}
