public import TodayProtocol

/// A Today extension: a program that gives the Today screen its cards.
///
/// Mark the conforming type with `@main`. The host starts the program, asks it for content, hands it what the person
/// taps and ends it when it is no longer needed; a process serves one widget. Only one of ``update(_:)`` and
/// ``perform(_:_:)`` runs at a time. Both are cancelled when the host no longer waits for them.
public protocol Widget: Sendable {
    /// What the widget's cards can ask for; none by default.
    ///
    /// An enumeration of states to reach, never of steps: the host hands over a tap again if the answer to it was lost.
    associatedtype Action: Codable & Sendable = Never

    /// Makes the widget, once per process.
    ///
    /// The host is not there yet: nothing is to be read here.
    init()

    /// Makes the content to show from now on.
    ///
    /// Called when the screen is opened, when the time passes that the last content named, when a shared group changed,
    /// after a tap, and when somebody asks; ``WidgetContext/reasons`` says which.
    ///
    /// - Parameter context: What the host tells and what can be asked of it, until this function returns.
    /// - Returns: The new content, or `nil` if there is no new data; the last content then stays.
    /// - Throws: Why there is none; the last content stays, with its age and the reason. The sentence of a ``Failure``
    ///   is shown to the person as it is.
    func update(_ context: WidgetContext) async throws -> WidgetContent?

    /// Does what the person tapped.
    ///
    /// What is written through `context` is committed when this returns, all of it, and dropped when it throws.
    ///
    /// - Parameters:
    ///   - action: What the tapped part of the card was made with.
    ///   - context: What the host tells and what can be asked of it, until this function returns.
    /// - Throws: Why it cannot be done. The tap is not tried again; the sentence of a ``Failure`` is shown.
    func perform(_ action: Action, _ context: WidgetContext) async throws
}

extension Widget where Action == Never {
    /// Does nothing, since there is no action.
    public func perform(_ action: Never, _ context: WidgetContext) async throws {}
}

extension Widget {
    /// Serves the host until it ends the conversation.
    @concurrent
    public static func main() async { await ProcessMain.serve(WidgetResponder(Self())) }
}
