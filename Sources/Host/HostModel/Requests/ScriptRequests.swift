import JSON
package import TodayProtocol

/// Schedules a notification of the built-in app *Scripts*.
///
/// Fails with `invalid` if the notification breaks a rule.
package struct PostNotificationRequest: HostRequest, RoutedRequest {
    package typealias Reply = PostedNotification

    package static let routes = [Route(.post, "notifications", body: .member("notification"))]

    package var notification: ScriptNotification

    package init(_ notification: ScriptNotification) { self.notification = notification }
}

/// Waits, up to a limit, for the person's response to a notification of *Scripts*.
///
/// Dismissing the notification counts as a response. If the notification is gone, the reply is at once the last
/// response to one with that identifier; responses are kept for a day.
package struct GetScriptResponseRequest: HostRequest, RoutedRequest {
    package typealias Reply = ScriptResponseReply

    package static let routes = [
        Route(
            .get,
            "notifications/scripts/:identifier/response",
            defaults: ["milliseconds": .integer(ScriptResponseReply.longestWait.wholeMilliseconds)],
            ranges: ["milliseconds": 0...ScriptResponseReply.longestWait.wholeMilliseconds]
        )
    ]

    package static let questionLimit = 64

    package var identifier: String
    /// The mark of the notification that was posted, whose answer alone counts; `nil` for whichever has the identifier.
    package var question: String?
    private var milliseconds: Int
    /// The next step of the script that asked after the reply `waiting`; `nil` if the sender is not that script.
    package var asker: Asker?

    package enum Asker: String, Codable, Sendable {
        /// It sends the request again, within ``ScriptResponseReply/longestPause``.
        case goesOn
        /// It stops waiting: the notification offers no actions any more, unless the script keeps it answerable.
        case stops
    }

    package init(
        to identifier: String,
        question: String? = nil,
        wait: Duration = ScriptResponseReply.longestWait,
        asker: Asker? = nil
    ) {
        self.identifier = identifier
        self.question = question
        milliseconds = wait.wholeMilliseconds
        self.asker = asker
    }

    package var wait: Duration { .milliseconds(milliseconds) }

    package func validate() throws(HostError) {
        guard (question ?? "").utf8.count <= Self.questionLimit else {
            throw HostError(.invalid, "The mark of a question has at most \(Self.questionLimit) bytes.")
        }
    }
}

/// Reports that the script that waited for the answer to its notification has ended.
///
/// The notification then offers no actions any more, unless the script keeps it answerable or another one waits for it.
package struct EndScriptWaitRequest: HostRequest {
    /// The notification's identifier.
    package var identifier: String
    /// The mark of the notification that was posted; `nil` for whichever has the identifier.
    package var question: String?

    package init(for identifier: String, question: String? = nil) {
        self.identifier = identifier
        self.question = question
    }
}

/// The state of a notification of *Scripts*.
package enum ScriptResponseReply: Codable, Hashable, Sendable {
    /// The longest wait of one request; a sender that wants to wait longer asks again.
    package static let longestWait = Duration.seconds(25)
    /// The longest pause before a script asks again, in seconds; a script that takes longer counts as ended.
    package static let longestPause = 60.0

    /// The person did something with the notification.
    case answered(response: NotificationResponse)
    /// It was removed unanswered.
    case gone
    /// Another notification with its identifier took its place.
    case replaced
    /// There is no response yet; ask again.
    case waiting
}
