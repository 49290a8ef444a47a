import HostModel
import JSON
import TodayProtocol

/// The notifications as a page.
struct NotificationsPage: Page {
    /// The purpose for which another surface opened this page, since it could not ask the person itself.
    enum Request: Sendable {
        /// Perform an action of a notification, once the person has given the passcode or text that it needs.
        case action(ShownNotification, ShownAction, passcode: PasscodeState)
        /// Show a notification.
        case show(ShownNotification)
        /// An action that is no longer possible; the sentence says why.
        case unavailable(LocalizableText)
    }

    var state: NotificationsState
    /// `true` to show all rows at once.
    var isWhole = false
    /// Purpose for which the page was opened; `nil` for just the list.
    var request: Request?
    /// Number of actions that apps have not processed.
    var outbox = 0
    let context: PageContext

    var title: LocalizableText { .notifications }
    var sheets: [PageStyleSheet] { [.list] }
    var chrome: PageChrome {
        let position = ScreenPosition(epoch: context.position.epoch, revision: state.revision)
        return PageChrome(
            summary: state.summary,
            position: position,
            tab: .notifications,
            outbox: outbox,
            images: context.images
        )
    }
    var skip: (target: String, label: LocalizableText)? { ("list", .skipToNotifications) }

    func write(to page: inout PageWriter) {
        page.markup("<main class=\"column\"\(context.placeAndZone)\("data-list", isWhole ? "all" : "new")")
        if case .action(let notification, let action, let passcode) = request {
            page.attribute("data-request", Self.request(notification, action, passcode))
        }
        page.markup("><h1 class=\"visually-hidden\">\(.notifications)</h1>")
        if case .unavailable(let sentence) = request {
            page.markup("<p class=\"warning\" role=\"note\">\(Symbol.warning)<span>\(sentence)</span></p>")
        }
        page.markup("\(FailureList(failures: state.summary.failures, language: page.language).page)\(list)</main>")
    }

    /// The part of the page that is replaced when a notification comes or goes.
    var list: PageWriter {
        var list = NotificationList(state: state, dates: context.dates, isWhole: isWhole, images: context.images)
        if case .show(let notification) = request { list.opened = notification }
        return list.page
    }

    /// Returns the JSON with which the script opens the sheet for an action.
    private static func request(
        _ notification: ShownNotification,
        _ action: ShownAction,
        _ passcode: PasscodeState
    ) -> String {
        var request: [String: JSONValue] = [
            "id": .integer(Int(notification.id.rawValue)), "app": .string(notification.app.rawValue),
            "name": .string(notification.title), "action": .string(action.identifier), "title": .string(action.title),
            "destructive": .bool(action.isDestructive),
        ]
        if let input = action.textInput {
            request["asks"] = .string(input.placeholder ?? "")
            request["title"] = .string(input.buttonTitle)
        }
        if action.needsAuthentication, !passcode.isUnlocked {
            request["error"] = .string(passcode.isSet ? "passcodeRequired" : "passcodeNotSet")
        }
        return JSONValue.object(request).jsonText
    }
}
