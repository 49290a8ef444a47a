public import TodayProtocol

/// A containing app: a program that shows pages and performs the actions on them.
///
/// Mark the conforming type with `@main`. The host starts the program when one of its URLs is opened, when one of its
/// notifications is answered, when something is shared with it, when an action was enqueued or when a push arrives for
/// it, and ends it when none of its pages is visible. Calls of ``perform(_:_:)``, ``receive(shared:_:)``,
/// ``respond(to:_:)``, ``process(_:_:)``, ``recordsFailed(_:_:)`` and ``receive(_:_:)`` run one at a time, in order;
/// ``scene(_:_:)`` and ``receive(push:_:)`` may run at the same time as these. A context is valid until the function
/// that got it returns.
public protocol App: Sendable {
    /// The actions of the app's pages; by default there are none.
    ///
    /// Use an enumeration of target states, not of steps: the host repeats a tap if the answer to it was lost.
    associatedtype Action: Codable & Sendable = Never

    /// The widgets that are in the app's program; by default there are none.
    ///
    /// Put the program also into the `.appex` of each of these widgets. When the host starts it there, it is that widget:
    /// each process creates either the app or one widget. If there are several widgets, the key
    /// `NSExtensionPrincipalClass` of each names the type, as with a ``WidgetBundle``; no two may have the same name.
    static var widgets: [any Widget.Type] { get }

    /// Creates the app, once per process; the host has not sent a request yet, so nothing can be read here.
    init()

    /// Returns the page for a URL of one of the app's schemes; its card may contain inputs.
    ///
    /// Called when the page is opened, and again when shared defaults of one of the app's groups changed or the app
    /// asked for a reload.
    ///
    /// - Throws: Any error, if there is no page; the message of a ``Failure`` is shown to the person.
    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent

    /// Returns the URL of the page to show for a URL of one of the app's schemes that was opened; by default the same.
    ///
    /// The source is the place where it was opened; ``AppContext/sourceApp`` names the app that asked.
    ///
    /// - Throws: ``AddressNotTaken`` if the app does not take the URL; the host then tells the person. The message of a
    ///   ``Failure`` is shown instead.
    func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL

    /// Performs an action that the person tapped or submitted on a page.
    ///
    /// Everything that is written through `context` is committed when this function returns, and discarded if it
    /// throws. The page is loaded again afterwards if a group changed.
    ///
    /// In a browser, the page that `context.open(_:)` opens replaces the current page in the history after a button
    /// with the style `destructive`, and after one with the style `positive` that submits inputs. So the person cannot
    /// go back to what was deleted or to a form that was saved.
    ///
    /// - Parameters:
    ///   - action: The value that the action was created with.
    ///   - context: The request's context, with the input values in ``AppContext/inputs``.
    /// - Throws: ``InvalidInputs`` to mark inputs, or a ``Failure`` whose message is shown; other errors are logged.
    func perform(_ action: Action, _ context: AppContext) async throws

    /// Receives the content that the person shares with the app; by default it fails.
    ///
    /// It is also called in the program of a Share or Action extension, which has a process for each use;
    /// ``AppContext/use`` then shows a page or returns text.
    ///
    /// The host starts the app for it if its bundle has a Share extension whose rule takes all of the content.
    /// Everything that is written through `context` is committed together with the answer when this function returns,
    /// and discarded if it throws. If the app dies before it returns, the same content comes again with the same
    /// ``AppContext/tap``, even after a restart of the host: make changes to the app's own files idempotent by that id.
    /// Called one at a time and in order with ``perform(_:_:)``.
    ///
    /// The surface opens the URL passed to `context.open(_:)`. An action passed to `context.offerUndo` is performed as
    /// an action of the app's first page.
    ///
    /// - Returns: A sentence that says what was done, in the context's language and at most 200 characters long; `nil` if
    ///   there is nothing to say.
    /// - Throws: Any error, if the app cannot take it: what was written is discarded, and it is not repeated. The message
    ///   of a ``Failure`` is shown to the person.
    func receive(shared content: SharedContent, _ context: AppContext) async throws -> String?

    /// Handles the person's response to a notification.
    ///
    /// Called at least once for each response, in order with ``perform(_:_:)``, even if no page is visible: the host
    /// starts the app for it. Everything that is written through `context` is committed together with the
    /// acknowledgement when this function returns, and discarded if it throws; the host then repeats the same response
    /// a few times. So set a target state (“the list is empty”) instead of taking a step. The app must finish within
    /// ``AppContext/budget``.
    ///
    /// An action with the option `foreground`, and the notification itself, open a page of the app: the one given to
    /// `context.open(_:)`, else the notification's deep link, else the first page.
    ///
    /// - Throws: Any error, if the response cannot be handled. After the last attempt the message of a ``Failure`` is
    ///   shown.
    func respond(to response: NotificationResponse, _ context: AppContext) async throws

    /// Processes actions that the app or its widgets enqueued; by default it fails if there are any.
    ///
    /// The host starts the app for it in the background. All actions of a call are of one group, in the order in which
    /// they were enqueued. The app gets each at least once and never after it was acknowledged: what is written through
    /// `context` is committed together with the acknowledgement when this function returns, provided that the app
    /// processed at least one action or got none. Make changes to the app's own files idempotent by the action's id.
    /// Called one at a time and in order with ``perform(_:_:)`` and ``respond(to:_:)``, so that a long call delays a
    /// tap on a page; the app must finish within ``AppContext/budget``.
    ///
    /// Failed actions are repeated after one second, then after twice as long each time, up to five minutes; later
    /// actions of the group wait for them. After eight failed attempts the host sets an action aside, and the person
    /// repeats or discards it.
    ///
    /// - Parameters:
    ///   - actions: The actions; empty if the queue is empty and a widget woke the app, the person opened it, or a new
    ///     day began and the app has the background mode `fetch`.
    ///   - context: The request's context.
    /// - Returns: The processed and the failed actions.
    /// - Throws: Any error, if nothing was processed: what was written is discarded, and the attempt counts for the first
    ///   action. The message of a ``Failure`` is shown to the person.
    func process(_ actions: [QueuedAction], _ context: AppContext) async throws -> ProcessedActions

    /// Returns the ways in which to show a notification delivered while a page of the app is visible; by default the
    /// usual ones.
    ///
    /// The host waits two seconds for the answer and then shows the notification as usual.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - context: The request's context; ``AppContext/visiblePages`` says which pages are visible.
    /// - Returns: The ways in which to show it, as far as the person allows them. Without `banner` and `list` it is
    ///   withdrawn at once.
    /// - Throws: Any error; the notification is then shown as usual.
    func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption>

    /// Returns what the app has that fits a search of the person; by default nothing.
    ///
    /// The host asks apps with `TodaySearch` in their `Info.plist`, waits one second, and shows eight entries of each.
    ///
    /// - Parameters:
    ///   - text: What the person typed; never empty.
    ///   - context: The request's context.
    /// - Returns: The entries, the best first; ``SearchText`` tells what fits.
    /// - Throws: Any error; the app then has no results.
    func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry]

    /// Handles a push in the background; by default it does nothing and returns `PushResult.noData`.
    ///
    /// The host starts the app for a push with `content-available` if the app has the entitlement `aps-environment` and
    /// its `UIBackgroundModes` contain `remote-notification`. A push about records needs `remote-notification` but not
    /// `aps-environment`. Pushes are handled one at a time but independently of actions, responses and events, so that
    /// they delay nothing; the app must finish within ``AppContext/budget``.
    /// Everything that is written through `context` is committed together with the acknowledgement when this function
    /// returns; if the app dies before, the same push is repeated. The host itself shows the alert of a push and adds
    /// its message to the inbox.
    ///
    /// - Returns: The result, which says whether there was new data.
    /// - Throws: Any error, if that could not be determined: what was written is discarded, and the push counts as
    ///   failed. It is not repeated.
    func receive(push: Push, _ context: AppContext) async throws -> PushResult

    /// Handles queued saves and deletions of records that failed for good; by default it does nothing.
    ///
    /// Called at least once for each failure, in the order in which they failed, in order with ``perform(_:_:)``, even
    /// if no page is visible: the host starts the app for it. It includes saves of the app's widgets. Everything that is
    /// written through `context` is committed together with the acknowledgement when this function returns, and
    /// discarded if it throws; the host then repeats the same failures later. After a conflict fetch the record, merge,
    /// and save it again with its new change tag.
    ///
    /// - Throws: Any error, if the failures cannot be handled now.
    func recordsFailed(_ failures: [RecordFailure], _ context: AppContext) async throws

    /// Handles an event; by default it does nothing.
    func receive(_ event: AppEvent, _ context: AppContext) async

    /// Runs for the lifetime of the process, concurrently with everything else; by default it does nothing.
    ///
    /// It is started when the process is ready for its first request, and cancelled when the host ends the process. It
    /// may return at any time.
    func run(_ context: AppContext) async
}

extension App {
    /// Returns an empty list.
    public static var widgets: [any Widget.Type] { [] }

    /// Returns the URL itself.
    public func open(_ url: SceneURL, from source: OpenSource, _ context: AppContext) async throws -> SceneURL { url }

    /// Fails.
    public func receive(shared content: SharedContent, _ context: AppContext) async throws -> String? {
        throw Failure("The app does not take what is shared with it.")
    }

    /// Does nothing.
    public func respond(to response: NotificationResponse, _ context: AppContext) async throws {}

    /// Fails if there are actions.
    public func process(_ actions: [QueuedAction], _ context: AppContext) async throws -> ProcessedActions {
        guard actions.isEmpty else { throw Failure("The app does not process actions.") }
        return .all
    }

    /// Shows the notification as usual.
    public func present(
        _ notification: DeliveredNotification,
        _ context: AppContext
    ) async throws -> Set<NotificationPresentationOption> { Set(NotificationPresentationOption.allCases) }

    /// Returns nothing.
    public func search(_ text: String, _ context: AppContext) async throws -> [SearchEntry] { [] }

    /// Returns `PushResult.noData`.
    public func receive(push: Push, _ context: AppContext) async throws -> PushResult { .noData }

    /// Does nothing.
    public func recordsFailed(_ failures: [RecordFailure], _ context: AppContext) async throws {}

    /// Does nothing.
    public func receive(_ event: AppEvent, _ context: AppContext) async {}

    /// Does nothing.
    public func run(_ context: AppContext) async {}

    /// Serves the host until it closes the connection.
    @concurrent
    public static func main() async {
        await ProcessMain.serve(ProgramResponder(app: .init(Self.self), widgets: widgets.map { .init($0) }))
    }
}

extension App where Action == Never {
    /// Does nothing; it is never called, since there are no actions.
    public func perform(_ action: Never, _ context: AppContext) async throws {}
}

/// An event that concerns an app.
public enum AppEvent: Hashable, Sendable {
    /// One of the app's pages became visible.
    case becameActive
    /// The last visible page of the app was closed or hidden.
    case enteredBackground
    /// The day, the clock or the time zone changed; the context has the new values.
    case dayChanged
    /// The process has started, and these are the settings of the app's notifications; sent before all other events.
    case settingsInForce(NotificationSettings)
    /// The settings of the app's notifications changed, usually because the person changed them; these are the new
    /// settings.
    case settingsChanged(NotificationSettings)
}
