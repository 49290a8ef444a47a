public import TodayProtocol

/// A containing app: a program that shows pages and does what the person asks for on them.
///
/// Mark the conforming type with `@main`. The host starts the program when one of its URLs is opened, one of its
/// notifications answered or a push came for it, and ends it when nobody looks. Performs, responses and events come one at
/// a time, in order; pages may be asked for, and pushes come, meanwhile.
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

    /// Does what the person asked for on a notification.
    ///
    /// Called for each response at least once, in order with the performs, also if nobody looks at the app: the host
    /// starts it for that. What is written through `context` is committed when this returns, together with the
    /// acknowledgement, and dropped when it throws; then the host tries again a few times, with the same response. So
    /// do what leads to a state (“the list is empty”), never a step. It has ``AppContext/budget`` to finish.
    ///
    /// An action with the option `foreground`, and the notification itself, open a page of the app: the one that
    /// `context.open(_:)` names, else the notification's deep link, else the first page.
    ///
    /// - Parameters:
    ///   - response: What the person did, and with which notification.
    ///   - context: What the host tells and what can be asked of it, until this function returns.
    /// - Throws: Why it cannot be done. After the last try the sentence of a ``Failure`` is shown to the person.
    func respond(to response: NotificationResponse, _ context: AppContext) async throws

    /// Says how a notification shows that falls due while a page of the app is in front; as always by default.
    ///
    /// The answer must come within two seconds; without one it shows as always.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - context: What the host tells.
    /// - Returns: How it shows, as far as the person allows it. With neither `banner` nor `list` it is over at once.
    /// - Throws: Anything, with which it shows as always.
    func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption>

    /// Does in the background what a push asks for; by default nothing, which brings no new data.
    ///
    /// The host starts the app for a push with `content-available` if it has the entitlement `aps-environment` and names
    /// `remote-notification` among its `UIBackgroundModes`. One push comes after the other, but beside performs, responses
    /// and events, so that nobody waits for it; it has ``AppContext/budget`` to finish. What is written through `context` is
    /// committed when this returns, together with the acknowledgement; if the app dies before, the same push comes
    /// again. An alert is shown by the host, and a message comes into the inbox by itself.
    ///
    /// - Parameters:
    ///   - push: What the sender sent.
    ///   - context: What the host tells and what can be asked of it, until this function returns.
    /// - Returns: Whether there was anything new.
    /// - Throws: Why that could not be found out: then what was written is dropped, and the push has failed.
    func receive(push: Push, _ context: AppContext) async throws -> PushResult

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

    /// Takes what the person did for done.
    public func respond(to response: NotificationResponse, _ context: AppContext) async throws {}

    /// Shows it as always.
    public func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption> { Set(NotificationPresentationOption.allCases) }

    /// Brings nothing new.
    public func receive(push: Push, _ context: AppContext) async throws -> PushResult { .noData }

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

/// Something that happened around an app.
public enum AppEvent: Hashable, Sendable {
    /// One of the app's pages came in front.
    case becameActive
    /// No page of the app is visible any more.
    case enteredBackground
    /// A new day began, or the clock or the time zone changed; the context tells the new ones.
    case dayChanged
    /// The person allows the app's notifications something else; these are the settings in force.
    case settingsChanged(NotificationSettings)
}

/// Where a URL came from that an app is to open.
public enum OpenSource: Hashable, Sendable {
    /// The app's icon.
    case icon
    /// One of its own widgets or pages.
    case own
    /// Another app.
    case otherApp
    /// The command line.
    case commandLine
    /// A link from outside.
    case external

    init(_ source: AppOpenRequest.Source) {
        self =
            switch source {
            case .icon: .icon
            case .own: .own
            case .otherApp: .otherApp
            case .commandLine: .commandLine
            case .external: .external
            }
    }
}
