package import Foundation
package import Host
package import HostAPI
package import Notifications
import TodayProtocol
package import TodayScreen

/// A client of the running host of a state folder, over the host's Unix socket.
///
/// It sends any ``HostAPI/RoutedRequest``. Everything fails with the ``Host/HostError`` that the host answered with, or
/// with `notRunning` and a sentence that says how to start Today if no host runs there. A request fails after 90
/// seconds.
package struct HostClient: Sendable {
    let connection: LocalConnection

    /// Makes a client; it connects with the first request.
    ///
    /// - Parameters:
    ///   - stateDirectory: The state folder of the host.
    ///   - environment: The process's environment.
    ///   - surface: The name of this client as a surface that a passcode unlocks; a random one by default.
    /// - Throws: `stateUnavailable` if the socket's path would be too long.
    package init(
        stateDirectory: URL,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        surface: String = UUID().uuidString
    ) throws(HostError) {
        connection = try LocalConnection(stateDirectory: stateDirectory, environment: environment, surface: surface)
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The host's answer.
    /// - Throws: What the host answered with, or `notRunning` if none runs.
    package func send<Request: RoutedRequest>(_ request: Request) async throws(HostError) -> Request.Reply {
        guard let route = Request.routes.first(where: { $0.applies(request) }) else {
            throw HostError(.internal, "\(Request.self) has no route for this request.")
        }
        return try await connection.send(request, by: route)
    }

    /// Waits for what the person does with a notification of *Scripts*.
    ///
    /// It asks again and again, so it outlives a connection that breaks but not the host.
    ///
    /// - Parameters:
    ///   - identifier: The notification's identifier.
    ///   - limit: How long to wait; `nil` to wait without a limit.
    ///   - isAsker: Whether this process posted the notification: when the limit is over or the process ends, the host has the
    ///     notification say that nobody waits any more, unless it was posted without ``HostStorage/NotificationAsker/waiting``.
    /// - Returns: What has become of it; `waiting` if nobody did anything within the limit.
    /// - Throws: What the host answered with; `internal` if the task is cancelled.
    package func scriptResponse(
        to identifier: String,
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
    /// Receives the changes of the screen until `receive` throws, the task is cancelled or the host ends.
    ///
    /// While this runs, the screen counts as shown.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What is shown already; `nil` gets everything.
    ///   - scene: The URL of the app's page that is shown.
    ///   - receive: Called for each event, in order; the next event waits for it.
    /// - Throws: What `receive` throws, or ``Host/HostError``.
    package func watchScreen(
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        scene: String? = nil,
        _ receive: (ScreenEvent) async throws -> Void
    ) async throws {
        var parameters = RequestWriter()
        parameters.setViewer(viewer)
        parameters.query["after"] = position?.description
        parameters.query["scene"] = scene
        try await connection.stream(EventPath.screen, parameters) { event in
            if let event = try ScreenEvent(event) { try await receive(event) }
        }
    }

    /// Receives the changes of the notifications until `receive` throws, the task is cancelled or the host ends.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What is shown already; `nil` gets everything.
    ///   - receive: Called for each event, in order; the next event waits for it.
    /// - Throws: What `receive` throws, or ``Host/HostError``.
    package func watchNotifications(
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        _ receive: (NotificationEvent) async throws -> Void
    ) async throws {
        var parameters = RequestWriter()
        parameters.setViewer(viewer)
        parameters.query["after"] = position?.description
        try await connection.stream(EventPath.notifications, parameters) { event in
            if let event = try NotificationEvent(event) { try await receive(event) }
        }
    }

    /// Receives the changes of the complications until `receive` throws, the task is cancelled or the host ends.
    ///
    /// - Parameters:
    ///   - viewer: The language and time zone of the person.
    ///   - position: What is shown already; `nil` gets everything.
    ///   - receive: Called for each event, in order; the next event waits for it.
    /// - Throws: What `receive` throws, or ``Host/HostError``.
    package func watchComplications(
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        _ receive: (ComplicationEvent) async throws -> Void
    ) async throws {
        var parameters = RequestWriter()
        parameters.setViewer(viewer)
        parameters.query["after"] = position?.description
        try await connection.stream(EventPath.complications, parameters) { event in
            if let event = try ComplicationEvent(event) { try await receive(event) }
        }
    }
}
