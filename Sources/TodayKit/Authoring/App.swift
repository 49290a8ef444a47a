public import TodayProtocol

/// A containing app: a program that shows pages and does what the person asks for on them.
///
/// Mark the conforming type with `@main`. The host starts the program when one of its URLs is opened and ends it when
/// nobody looks. Performs and events come one at a time, in order; pages may be asked for meanwhile.
public protocol App: Sendable {
    /// What the app's pages can ask for; none by default.
    ///
    /// An enumeration of states to reach, never of steps: the host hands over a tap again if the answer to it was lost.
    associatedtype Action: Codable & Sendable = Never

    /// Makes the app, once per process.
    ///
    /// The host is not there yet: nothing is to be read here.
    init()

    /// Makes the page of a URL.
    ///
    /// Called when the page is opened, and again when one of the app's groups changed or the app asked for it.
    ///
    /// - Parameters:
    ///   - url: The page's URL, of one of the app's schemes.
    ///   - context: What the host tells and what can be asked of it, until this function returns.
    /// - Returns: The page; its card may have inputs.
    /// - Throws: Why there is none; the sentence of a ``Failure`` is shown to the person as it is.
    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent

    /// Says which page to show for a URL that somebody opened; the URL's own by default.
    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL

    /// Does what the person tapped or submitted on a page.
    ///
    /// What is written through `context` is committed when this returns, all of it, and dropped when it throws. The
    /// page is drawn again afterwards if a group changed.
    ///
    /// - Parameters:
    ///   - action: What the tapped part of the card was made with.
    ///   - context: Has what the person typed in ``AppContext/inputs``.
    /// - Throws: ``InvalidInputs`` to mark inputs; a ``Failure`` whose sentence is shown; anything else is logged.
    func perform(_ action: Action, _ context: AppContext) async throws

    /// Takes note of something that happened around the app; nothing by default.
    func receive(_ event: AppEvent, _ context: AppContext) async

    /// Works for as long as the process lives, beside everything else; nothing by default.
    ///
    /// It begins after the first request could be answered and is cancelled when the host ends the process. It may
    /// return at any time.
    func run(_ context: AppContext) async
}

extension App {
    /// Shows the page of the URL itself.
    public func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL { url }

    /// Takes no note.
    public func receive(_ event: AppEvent, _ context: AppContext) async {}

    /// Does nothing.
    public func run(_ context: AppContext) async {}

    /// Serves the host until it ends the conversation.
    @concurrent
    public static func main() async { await ProcessMain.serve(AppResponder(Self())) }
}

extension App where Action == Never {
    /// Does nothing, since there is no action.
    public func perform(_ action: Never, _ context: AppContext) async throws {}
}
