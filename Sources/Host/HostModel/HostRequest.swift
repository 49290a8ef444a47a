/// A request from a surface or a command to the host, as a value.
///
/// The value holds the parameters; the host has a handler for each. A new request is a type that conforms to this
/// protocol, in the file of its subject.
package protocol HostRequest: Hashable, Sendable {
    /// The reply; `Void` if the request either succeeds or throws.
    associatedtype Reply: Sendable = Void
}

/// The host's interface for surfaces: ``TodayHost`` in the program, a stub in the tests of surfaces.
///
/// A stream of events has the changes that a surface does not show yet, followed by later ones. Its `position` is the
/// one that the surface shows; with `nil`, or a position of another run of the host, the first event has everything.
/// Such a stream ends when the host stops. A stream of `Void` has an element now, and one after each change; changes
/// are merged while it is not read. Every stream ends when its task is cancelled.
package protocol HostAccess: Sendable {
    /// Answers a request; may be called from any task.
    func send<Request: HostRequest>(_ request: Request) async throws(HostError) -> Request.Reply

    /// Returns the changes of the screen, which counts as shown while the stream is held.
    ///
    /// Events that wait are merged, newest last; the buffer is bounded by the number of widgets. `scene` is the URL of
    /// the app's page that is shown; that app then counts as being in front.
    func screenEvents(for viewer: Viewer, after position: ScreenPosition?, scene: String?) -> AsyncStream<ScreenEvent>

    /// Returns the changes of notifications; beyond 256 that wait, they become one event with everything.
    ///
    /// What arrived up to `announced` is not announced again: a page begins at what it shows, which may be older than what
    /// the page before it in the same tab has announced.
    func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?,
        announcedUpTo announced: ScreenPosition?
    ) -> AsyncStream<NotificationEvent>

    /// Returns the changes of complications, each as an event of its own; beyond 64 that wait, newer changes of an app
    /// supersede older ones.
    func complicationEvents(for viewer: Viewer, after position: ScreenPosition?) -> AsyncStream<ComplicationEvent>

    /// Returns a stream of changes of the apps' action queues, which ``GetOutboxRequest`` reads.
    func outboxEvents() -> AsyncStream<Void>

    /// Returns a stream of changes of the topics and their feeds, which ``GetTopicFeedRequest`` reads.
    func topicEvents() -> AsyncStream<Void>

    /// Returns a stream of changes of the signed-in devices, which ``ListSessionsRequest`` lists.
    func sessionEvents() -> AsyncStream<Void>

    /// Returns a stream of changes of the pushes that wait for browsers, which ``ListWaitingBrowsersRequest`` lists.
    func browserPushEvents() -> AsyncStream<Void>
}

extension HostAccess {
    /// Returns the changes of notifications; nothing has been announced.
    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        notificationEvents(for: viewer, after: position, announcedUpTo: nil)
    }
}
