public import FoundationEssentials

/// Members that only an app's context has.
///
/// A use in code for a widget, or in code shared by both, does not compile, and the compiler's message names the
/// alternative. ``AppContext`` has members of the same names, which hide these.
extension ProcessScoped {
    /// The inbox, for apps only.
    @available(*, unavailable, message: "Only an app has an inbox; share what a widget shows through shared defaults.")
    public var messages: AppMessages { preconditionFailure("It cannot be called.") }

    /// The widgets, for apps only.
    @available(*, unavailable, message: "Only an app updates its widgets; a widget calls reload() for itself.")
    public var widgets: AppWidgets { preconditionFailure("It cannot be called.") }

    /// The pages, for apps only.
    @available(*, unavailable, message: "Only an app has pages; open(_:) shows one of them.")
    public var scenes: AppScenes { preconditionFailure("It cannot be called.") }

    /// The inputs of a page, for apps only.
    @available(*, unavailable, message: "Only an app has inputs; a widget shows a card without any.")
    public var inputs: [String: String] { preconditionFailure("It cannot be called.") }

    /// The complication, for apps only.
    @available(*, unavailable, message: "Only an app sets its complication, for example when it processes an action.")
    public var complication: ComplicationCenter { preconditionFailure("It cannot be called.") }

    /// Schedules a start of the app, for apps only.
    @available(
        *,
        unavailable,
        message: "Only an app is started at a time; a widget calls wake() or names a refresh time."
    )
    public func scheduleWake(at date: Date?) async throws { preconditionFailure("It cannot be called.") }
}
