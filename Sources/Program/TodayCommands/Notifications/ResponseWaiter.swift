package import JSON
package import TodayProtocol

/// Waits for the person's response to a notification, up to a time limit.
package struct ResponseWaiter: Sendable {
    package var identifier: String
    /// The time limit, or `nil` to wait without one.
    package var limit: TimeSpan?

    package init(identifier: String, limit: TimeSpan?) {
        self.identifier = identifier
        self.limit = limit
    }

    /// Waits for the response.
    ///
    /// - Parameter ask: Asks the host, which replies when the person has responded, with `nil` if the notification was
    ///   removed without a response.
    /// - Returns: The response.
    /// - Throws: ``CommandError`` with status `unanswered`, or an error of `ask`.
    package func wait(
        _ ask: @escaping @Sendable () async throws -> NotificationResponse?
    ) async throws -> NotificationResponse {
        let answer = try await withThrowingTaskGroup(of: NotificationResponse?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await ask() }
            if let limit {
                group.addTask {
                    try await Task.sleep(for: .seconds(limit.seconds))
                    throw CommandError(
                        "Nobody answered \(identifier) in time; it can still be answered.",
                        status: .unanswered
                    )
                }
            }
            return try await group.next() ?? nil
        }
        guard let answer else {
            throw CommandError("\(identifier) went away without an answer.", status: .unanswered)
        }
        return answer
    }
}

/// The person's response to a notification of a script.
package struct ResponseReport: Report {
    package var response: NotificationResponse

    package init(response: NotificationResponse) { self.response = response }

    /// The same text as for programs.
    package var text: String { json.safeText }

    /// The response's id, the notification's identifier, the action, and the text if there is one.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(response.id),
            "identifier": .string(response.notification.request.identifier),
            "action": .string(response.actionIdentifier),
        ]
        members["text"] = response.text.map(JSONValue.string)
        return .object(members)
    }
}
