package import Notifications
package import TodayScreen

/// One question or order to the host, as a value; a surface or a command makes it, the host answers it.
///
/// The value holds what the request needs, and its `reply(from:)` is what the host does for it. A new request is a
/// struct that conforms to this protocol, in the file of its subject. Local tools reach it if it also has a route in
/// the module `HostAPI`.
package protocol HostRequest: Hashable, Sendable {
    /// What the host answers; `Void` if there is nothing to say but that it is done.
    associatedtype Reply: Sendable = Void

    /// Does what is asked.
    ///
    /// Call ``TodayHost/send(_:)`` instead, which translates the errors.
    ///
    /// - Parameter host: The host.
    /// - Returns: The answer.
    /// - Throws: Any error; ``HostError/init(_:)`` says what the sender gets for it.
    func reply(from host: TodayHost) async throws -> Reply
}

/// A host as surfaces see it: ``TodayHost`` in the program, a stub in the tests of surfaces.
package protocol HostAccess: Sendable {
    /// Answers a request; may be called from any task.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: ``HostError``.
    func send<Request: HostRequest>(_ request: Request) async throws(HostError) -> Request.Reply

    /// The changes of the screen that a page does not show yet, now and from now on.
    ///
    /// While the stream is held, the screen counts as shown. The stream ends when the host stops or its task is
    /// cancelled. Events that wait are merged, newest last; the buffer is bounded by the number of widgets.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What the page shows; `nil`, or a position of another run of the host, gets everything.
    ///   - scene: The URL of the app's page that is shown; that app then counts as being in front.
    /// - Returns: The events.
    func screenEvents(for viewer: Viewer, after position: ScreenPosition?, scene: String?) -> AsyncStream<ScreenEvent>

    /// The changes of the notifications that a surface does not show yet, now and from now on.
    ///
    /// The stream ends when the host stops or its task is cancelled. Events that wait are merged; more than 256
    /// notifications become one event with everything.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What the surface shows; `nil`, or a position of another run of the host, gets everything.
    /// - Returns: The events.
    func notificationEvents(for viewer: Viewer, after position: ScreenPosition?) -> AsyncStream<NotificationEvent>

    /// The changes of the complications that a surface does not show yet, now and from now on.
    ///
    /// The stream ends when the host stops or its task is cancelled. Each change of an app is an event of its own; only
    /// if more than 64 wait is an app's older one dropped for a newer one.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What the surface shows; `nil`, or a position of another run of the host, gets everything.
    /// - Returns: The events.
    func complicationEvents(for viewer: Viewer, after position: ScreenPosition?) -> AsyncStream<ComplicationEvent>

    /// An element now, and one after changes of the apps' action queues; ``GetOutboxRequest`` says what they hold.
    ///
    /// Changes are merged while the stream is not read. It ends when its task is cancelled.
    func outboxEvents() -> AsyncStream<Void>

    /// An element now, and one after changes of the topics and their feeds; ``GetTopicFeedRequest`` says what they hold.
    ///
    /// Changes are merged while the stream is not read. It ends when its task is cancelled.
    func topicEvents() -> AsyncStream<Void>

    /// An element now, and one after changes of the devices that are signed in; ``ListSessionsRequest`` says which are.
    ///
    /// Changes are merged while the stream is not read. It ends when its task is cancelled.
    func sessionEvents() -> AsyncStream<Void>

    /// An element now, and one after changes of the pushes that wait for browsers; ``ListWaitingBrowsersRequest`` says for
    /// which.
    ///
    /// Changes are merged while the stream is not read. It ends when its task is cancelled.
    func browserPushEvents() -> AsyncStream<Void>
}
