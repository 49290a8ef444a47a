public import TodayProtocol

/// What an app is told with a request and what it can ask of the host, until the request is answered.
public struct AppContext: ProcessScoped {
    /// What a widget and an app have in common.
    public let process: ProcessContext
    /// The page that this is about; empty in responses, in pushes, in events and in ``App/run(_:)``.
    public let url: SceneURL
    /// What the person typed, by input id.
    ///
    /// Inputs that were left empty are not there. Empty but in a perform.
    public let inputs: [String: String]
    /// The tap that is performed, the same each time the host hands it over; none but in a perform.
    public let tap: TapID?
    /// How long the app has to finish; none but in a response or a push.
    ///
    /// An app that takes longer is ended, and the response or the push is handed over again.
    public let budget: Duration?

    init(
        process: ProcessContext,
        url: SceneURL = "",
        inputs: [String: String] = [:],
        tap: TapID? = nil,
        budget: Duration? = nil
    ) {
        self.process = process
        self.url = url
        self.inputs = inputs
        self.tap = tap
        self.budget = budget
    }

    /// The app's widgets.
    public var widgets: AppWidgets { AppWidgets(process: process) }
    /// The person's inbox of the app.
    public var messages: AppMessages { AppMessages(process: process) }
    /// The app's pages.
    public var scenes: AppScenes { AppScenes(process: process) }
}

/// What an app can ask of its own pages.
public struct AppScenes: Sendable {
    let process: ProcessContext

    /// Asks the host to draw open pages again; what the person is typing stays.
    ///
    /// - Parameter url: One page; every open page of the app if left out.
    /// - Throws: ``RequestError`` if the host refuses.
    public func reload(_ url: SceneURL? = nil) async throws {
        try await process.ask { ScenesReloadRequest(url: url?.text, transaction: $0) }
    }
}

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
