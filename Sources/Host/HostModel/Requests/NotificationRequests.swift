import Foundation
import JSON
package import TodayProtocol

/// Asks for the listed notifications of the apps that may show alerts, with badges, questions and failures.
///
/// The reply has the newest 200, by app.
package struct GetNotificationsRequest: HostRequest, RoutedRequest {
    package typealias Reply = NotificationsState

    package static let routes = [Route(.get, "notifications")]

    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }
}

/// Asks for badges, questions and failures, without the list.
package struct GetNotificationSummaryRequest: HostRequest, RoutedRequest {
    package typealias Reply = NotificationSummary

    package static let routes = [Route(.get, "notifications/summary")]

    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }
}

/// Asks for one notification; the reply is `nil` if it is gone, or if its app may show none now.
package struct GetNotificationRequest: HostRequest, RoutedRequest {
    package typealias Reply = ShownNotification?

    package static let routes = [Route(.get, "notifications/delivered/:id")]
    package static let replyCoding = ReplyCoding<Reply>.optional(absence)
    private static let absence: LocalizableText = "This notification no longer exists."

    package var id: DeliveredID
    package var viewer: Viewer

    package init(_ id: DeliveredID, for viewer: Viewer) {
        self.id = id
        self.viewer = viewer
    }

    package static func absence(of text: String) -> HostError { HostError(.notFound, absence) }
}

/// Asks for the scheduled notifications, soonest first.
package struct ListPendingNotificationsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [PendingNotification]

    package static let routes = [
        Route(.get, "notifications/pending", defaults: ["limit": 100], ranges: ["limit": 1...1000])
    ]

    /// The app; `nil` for all.
    package var app: AppID?
    package var limit: Int
    package var viewer: Viewer

    package init(of app: AppID?, limit: Int, for viewer: Viewer) {
        self.app = app
        self.limit = limit
        self.viewer = viewer
    }
}

/// Performs the person's choice on a notification, durably and once.
///
/// For a background action the reply comes when it is on disk, unless the answer waits. For a foreground one, and for
/// opening the notification itself, it comes when the app has acknowledged it, with the address to open: the one that
/// the app opened, the notification's own, or the app's. A background action opens the app's page too if the app's
/// queued actions have waited too long. The outcome is `gone` if another surface answered first.
///
/// Fails with `invalid` for an action that is not offered or a text that is missing, not wanted or too long, and with
/// `passcodeRequired`, `passcodeWrong` or `passcodeNotSet` for an action that asks for the passcode. Nothing was done
/// then.
package struct AnswerNotificationRequest: HostRequest, RoutedRequest {
    package typealias Reply = AnswerOutcome

    package static let routes = [Route(.post, "notifications/answer", body: .member("answer"))]

    package var answer: NotificationAnswer
    /// The surface on which it was chosen, which is the one that the passcode unlocks.
    package var surface: SurfaceID
    package var viewer: Viewer

    package init(_ answer: NotificationAnswer, on surface: SurfaceID = .local, viewer: Viewer) {
        self.answer = answer
        self.surface = surface
        self.viewer = viewer
    }

    package func validate() throws(HostError) {
        guard (1...64).contains(answer.action.utf8.count) else {
            throw HostError(.invalid, "The name of an action has 1 to 64 bytes.")
        }
        guard (answer.text ?? "").utf8.count <= NotificationAnswer.textLimit else {
            throw HostError(
                .invalid,
                "This text is too long; a reply has at most \(NotificationAnswer.textLimit) bytes."
            )
        }
        try SetPasscodeRequest.validate(answer.passcode)
    }
}

/// Dismisses notifications, and tells their apps if the notification's category asks for that.
package enum DismissNotificationsRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "notifications/dismiss")]

    package static let limit = 1000

    /// Single notifications, at most ``limit``; those that are gone are skipped.
    case notifications(ids: [DeliveredID])

    case app(id: AppID)

    case all

    package func validate() throws(HostError) {
        guard case .notifications(let ids) = self, ids.count > Self.limit else { return }
        throw HostError(.invalid, "At most \(Self.limit) notifications are dismissed at a time.")
    }
}

/// Removes notifications of an app.
///
/// An identifier that was generated for a notification, a UUID, may be given by a prefix. Fails with `invalid` if the
/// prefix is ambiguous. A delivered notification may be given by its ``DeliveredID``. A script that waits
/// for an answer gets none.
package struct RemoveNotificationsRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "notifications/remove")]

    package static let limit = 1000

    package var app: AppID
    /// The identifiers or numbers, at most ``limit``; `nil` for all.
    package var identifiers: [String]?
    package var pending: Bool
    package var delivered: Bool

    package init(of app: AppID, identifiers: [String]?, pending: Bool, delivered: Bool) {
        self.app = app
        self.identifiers = identifiers
        self.pending = pending
        self.delivered = delivered
    }

    package func validate() throws(HostError) {
        guard (identifiers ?? []).count <= Self.limit else {
            throw HostError(.invalid, "At most \(Self.limit) notifications are removed at a time.")
        }
    }
}

/// Retries or discards a response that its app failed to handle; fails with `notFound` if there is no such response.
package struct ResolveFailedResponseRequest: HostRequest, RoutedRequest {
    package static let routes = [
        Route(.post, "responses/:id/retry", body: .empty, fixed: ["decision": "retry"]),
        Route(.delete, "responses/:id", fixed: ["decision": "discard"]),
    ]

    package enum Decision: String, Codable, Sendable {
        case retry
        case discard
    }

    package var decision: Decision
    package var id: String

    package init(_ decision: Decision, _ id: String) {
        self.decision = decision
        self.id = id
    }
}
