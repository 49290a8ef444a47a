package import Foundation
package import HostModel
import JSON
import TodayProtocol

/// A client of the running host of a state folder, over the host's Unix socket.
///
/// It sends any ``RoutedRequest``. Every method throws the ``HostError`` of the host's answer, or
/// `notRunning`, with a sentence that says how to start Today, if no host runs. A request times out after 90 seconds.
package struct HostClient: Sendable {
    let connection: LocalConnection

    /// Makes a client, which connects with the first request; a passcode unlocks the surface that `surface` names.
    ///
    /// - Throws: `stateUnavailable` if the socket's path would be too long.
    package init(
        stateDirectory: URL,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        surface: String = UUID().uuidString
    ) throws(HostError) {
        connection = try LocalConnection(stateDirectory: stateDirectory, environment: environment, surface: surface)
    }

    package func send<Request: RoutedRequest>(_ request: Request) async throws(HostError) -> Request.Reply {
        let members: [String: JSONValue]
        do {
            members = try request.members()
        } catch {
            throw HostError(.invalid, "What was to be sent to Today cannot be written as JSON.", cause: error)
        }
        guard let route = Request.routes.first(where: { $0.applies(to: members) }) else {
            throw HostError(.internal, "\(Request.self) has no route for this request.")
        }
        return try await connection.send(RequestWriter(members, by: route), by: route, for: Request.replyCoding)
    }

    /// Waits for the person's answer to a notification of *Scripts*; returns `waiting` if there was none in time.
    ///
    /// It uses long polling, and so survives a broken connection, but not the end of the host. With `question`, the
    /// mark of the posted notification, no answer to another one with the identifier counts. If `isAsker` is `true`,
    /// this process posted the notification: when the time is over or the process ends, the host marks it as no longer
    /// awaited, unless it was posted without ``HostStorage/NotificationAsker/waiting``.
    ///
    /// - Throws: The host's error; `internal` if the task is cancelled.
    package func scriptResponse(
        to identifier: String,
        question: String? = nil,
        within limit: Duration? = nil,
        isAsker: Bool = true
    ) async throws(HostError) -> ScriptResponseReply {
        let clock = ContinuousClock()
        let end = limit.map { clock.now + $0 }
        while !Task.isCancelled {
            let left = end.map { max(.zero, $0 - clock.now) }
            let isLast = left.map { $0 <= ScriptResponseReply.longestWait } ?? false
            let reply = try await send(
                GetScriptResponseRequest(
                    to: identifier,
                    question: question,
                    wait: min(left ?? ScriptResponseReply.longestWait, ScriptResponseReply.longestWait),
                    asker: isAsker ? (isLast ? .stops : .goesOn) : nil
                )
            )
            guard reply == .waiting, !isLast else { return reply }
        }
        throw HostError(.internal, "Nobody waits for the answer any more.")
    }
}

// MARK: - Event streams

extension HostClient {
    /// Receives the events of a stream until `receive` throws, the task is cancelled or the host ends.
    ///
    /// It begins after `position`, or with the whole state. The next event waits until `receive` returns. While the
    /// screen's events are received, the screen counts as visible.
    ///
    /// - Throws: The error of `receive`, or ``HostError``.
    package func watch<Event: StreamedEvent>(
        _ type: Event.Type,
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        _ receive: (Event) async throws -> Void
    ) async throws {
        var parameters = RequestWriter(viewer: viewer)
        parameters.query["after"] = position?.description
        try await connection.stream(Event.path, parameters) { event in
            if let event = try Event(event) { try await receive(event) }
        }
    }
}
