public import TodayProtocol

/// The context of a request to an app: the values that the host sent with it, and the functions that ask the host.
public struct AppContext: ProcessScoped {
    /// The part of the context that widgets and apps share.
    public let process: ProcessContext
    /// The URL of the page; empty in responses, pushes, queued actions, events, shares and ``App/run(_:)``.
    public internal(set) var url: SceneURL = ""
    /// The input values by input id, without empty ones; it is empty except in ``App/perform(_:_:)``.
    public internal(set) var inputs: [String: String] = [:]
    /// The id of the tap or of the share, which is the same when the host repeats it; `nil` except in
    /// ``App/perform(_:_:)`` and ``App/receive(shared:_:)``.
    public internal(set) var tap: TapID?
    /// The time that the app has to finish; `nil` except in a response, a push, ``App/process(_:_:)`` or a report of
    /// failed records.
    ///
    /// The host ends an app that takes longer and repeats the request.
    public internal(set) var budget: Duration?
    /// The reason for processing actions now; `nil` except in ``App/process(_:_:)``.
    public internal(set) var processingReason: ProcessingReason?
    /// The app whose widget, page or notification opened the URL, which may be this app; `nil` if it was no app, if the
    /// surface cannot tell, and except in ``App/open(_:from:_:)``.
    public internal(set) var sourceApp: AppID?
    /// The use of a Share or Action extension whose program this is; `nil` in the app's own process, and except in
    /// ``App/receive(shared:_:)`` and ``App/perform(_:_:)``.
    public internal(set) var use: ExtensionUse?
    /// The URLs of the app's visible pages; empty except in ``App/present(_:_:)``.
    public internal(set) var visiblePages: [SceneURL] = []

    /// The app's widgets.
    public var widgets: AppWidgets { AppWidgets(process: process) }
    /// The app's inbox on this device.
    public var messages: AppMessages { AppMessages(process: process) }
    /// The app's pages.
    public var scenes: AppScenes { AppScenes(process: process) }
}

/// The functions with which an app updates its own pages.
public struct AppScenes: Sendable {
    let process: ProcessContext

    /// Asks the host to load a page again, or every open page for `nil`; input that the person has not sent yet is
    /// kept; throws ``RequestError`` if the host refuses.
    public func reload(_ url: SceneURL? = nil) async throws {
        try await process.ask { ScenesReloadRequest(url: url?.text, transaction: $0) }
    }
}

/// The functions with which an app updates its own widgets.
public struct AppWidgets: Sendable {
    let process: ProcessContext

    /// Asks the host for an update.
    ///
    /// It runs at once in a tap and while a page is open; otherwise within the budget for updates while no page is
    /// open.
    ///
    /// - Parameter widget: One of the app's widgets, or `nil` for all of them.
    /// - Throws: ``RequestError`` if the widget does not belong to the app.
    public func reload(_ widget: WidgetID? = nil) async throws {
        try await process.ask { WidgetsReloadRequest(widget: widget, transaction: $0) }
    }

    /// Shows or hides a widget that the person has put on the screen.
    ///
    /// - Parameters:
    ///   - hasContent: `false` hides it until this is called with `true`, even after a restart; `true` also updates it
    ///     if it is on the screen, even if it had content before.
    ///   - widget: One of the app's widgets.
    /// - Throws: ``RequestError`` if the widget does not belong to the app.
    public func setHasContent(_ hasContent: Bool, for widget: WidgetID) async throws {
        try await process.ask { WidgetsSetHasContentRequest(widget: widget, hasContent: hasContent, transaction: $0) }
    }
}
