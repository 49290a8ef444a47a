package import JSON
package import TodayProtocol

/// Waits for what the person does with a notification, for as long as was said.
package struct ResponseWaiter: Sendable {
    /// The notification.
    package var identifier: String
    /// How long to wait at most.
    package var limit: TimeSpan?

    /// Waits for the answer to a notification.
    package init(identifier: String, limit: TimeSpan?) {
        self.identifier = identifier
        self.limit = limit
    }

    /// Waits.
    ///
    /// - Parameter ask: Asks the host, which answers when the person did; none if the notification went away unanswered.
    /// - Returns: What the person did.
    /// - Throws: ``CommandError`` with status `unanswered`, and what `ask` throws.
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

/// What the person did with a notification of a script.
package struct ResponseReport: Report {
    /// What the person did.
    package var response: NotificationResponse

    /// Reports a response.
    package init(response: NotificationResponse) { self.response = response }

    /// The same as for programs.
    package var text: String { json.safeText }

    /// The response's id, the notification's identifier, the action, and the text if it takes one.
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
