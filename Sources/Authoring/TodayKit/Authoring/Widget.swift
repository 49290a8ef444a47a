public import TodayProtocol

/// A Today extension: a program that supplies the cards of one widget.
///
/// List the conforming type in ``App/widgets`` of its app or in a ``WidgetBundle``, or mark it with `@main` if it has a
/// program of its own. The host starts the program, asks it for content, passes it the person's taps and ends it when
/// it is no longer needed. Only one call of ``update(_:)`` or ``perform(_:_:)`` runs at a time; its context is valid until
/// it returns. The host cancels a call whose result it no longer needs.
public protocol Widget: Sendable {
    /// The actions of the widget's cards; by default there are none.
    ///
    /// Use an enumeration of target states, not of steps: the host repeats a tap if the answer to it was lost.
    associatedtype Action: Codable & Sendable = Never

    /// Creates the widget, once per process; the host has not sent a request yet, so nothing can be read here.
    init()

    /// Returns the content to show from now on.
    ///
    /// Called when the screen is opened, at the time that the last content named, when shared defaults of one of the
    /// widget's groups changed, after a tap and on request; ``WidgetContext/reasons`` holds the reasons.
    ///
    /// - Returns: The new content, or `nil` if there is no new data; the last content then stays on the screen.
    /// - Throws: Any error, if there is no content; the last content stays with its age and the reason. The message of
    ///   a ``Failure`` is shown to the person.
    func update(_ context: WidgetContext) async throws -> WidgetContent?

    /// Performs an action that the person tapped.
    ///
    /// Everything that is written through `context` is committed when this function returns, and discarded if it
    /// throws.
    ///
    /// - Throws: Any error, if the action failed. The tap is not repeated; the message of a ``Failure`` is shown.
    func perform(_ action: Action, _ context: WidgetContext) async throws
}

extension Widget where Action == Never {
    /// Does nothing; it is never called, since there are no actions.
    public func perform(_ action: Never, _ context: WidgetContext) async throws {}
}

extension Widget {
    /// Serves the host until it closes the connection.
    @concurrent
    public static func main() async { await ProcessMain.serve(ProgramResponder(widgets: [.init(Self.self)])) }
}

/// A program that contains several widgets and no app.
///
/// Mark the conforming type with `@main`, and put the program into the `.appex` of each widget. The key
/// `NSExtensionPrincipalClass` of each names the type:
///
/// ```swift
/// @main
/// struct WeatherWidgets: WidgetBundle {
///     static let widgets: [any Widget.Type] = [Forecast.self, Radar.self]
/// }
/// ```
///
/// Each widget still runs in a process of its own, which creates only that type. Installing the app fails if the key
/// names a type that the program does not have.
public protocol WidgetBundle: Sendable {
    /// The types of the widgets; no two may have the same name.
    static var widgets: [any Widget.Type] { get }
}

extension WidgetBundle {
    /// Serves the host until it closes the connection.
    @concurrent
    public static func main() async { await ProcessMain.serve(ProgramResponder(widgets: widgets.map { .init($0) })) }
}
