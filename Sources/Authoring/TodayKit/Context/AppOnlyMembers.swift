public import FoundationEssentials

/// The members that only an app's context has.
///
/// Code that is compiled for a widget, or for both sides, cannot use them: the compiler says what to do instead.
/// ``AppContext`` has members of the same names, which hide these.
extension ProcessScoped {
    /// The inbox; of an app alone.
    @available(*, unavailable, message: "Only an app has an inbox; share what a widget shows through shared defaults.")
    public var messages: AppMessages { preconditionFailure("It cannot be called.") }

    /// The widgets; of an app alone.
    @available(*, unavailable, message: "Only an app updates its widgets; a widget calls reload() for itself.")
    public var widgets: AppWidgets { preconditionFailure("It cannot be called.") }

    /// The pages; of an app alone.
    @available(*, unavailable, message: "Only an app has pages; open(_:) shows one of them.")
    public var scenes: AppScenes { preconditionFailure("It cannot be called.") }

    /// The inputs of a page; of an app alone.
    @available(*, unavailable, message: "Only an app has inputs; a widget shows a card without any.")
    public var inputs: [String: String] { preconditionFailure("It cannot be called.") }

    /// The complication; of an app alone.
    @available(*, unavailable, message: "Only an app sets its complication, for example when it processes an action.")
    public var complication: ComplicationCenter { preconditionFailure("It cannot be called.") }

    /// Has the app started at a time; of an app alone.
    @available(
        *,
        unavailable,
        message: "Only an app is started at a time; a widget calls wake() or names a refresh time."
    )
    public func scheduleWake(at date: Date?) async throws { preconditionFailure("It cannot be called.") }
}
