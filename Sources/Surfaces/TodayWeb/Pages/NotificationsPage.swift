import Foundation
import HostModel
import JSON
import TodayProtocol

/// The notifications as a page.
struct NotificationsPage {
    /// The purpose for which another surface opened this page, since it could not ask the person itself.
    enum Request: Sendable {
        /// Perform an action of a notification, once the person has given the passcode or text that it needs.
        case action(ShownNotification, ShownAction, passcode: PasscodeState)
        /// Show a notification.
        case show(ShownNotification)
        /// An action that is no longer possible; the sentence says why.
        case unavailable(LocalizableText)
    }

    /// Content of the page.
    struct Model: Sendable {
        var state: NotificationsState
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The language and time zone of the person.
        var viewer: Viewer
        /// Current time.
        var now: Date
        /// `true` to show all rows at once.
        var isWhole = false
        /// Purpose for which the page was opened; `nil` for just the list.
        var request: Request?
        /// Number of actions that apps have not processed.
        var outbox = 0
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.notifications.text(in: model.viewer.pageLanguage),
            nonce: nonce,
            language: model.viewer.pageLanguage,
            sheets: [.list],
            chrome: PageChrome(
                summary: model.state.summary,
                position: ScreenPosition(epoch: model.screen.epoch, revision: model.state.revision),
                tab: .notifications,
                outbox: model.outbox,
                images: model.images
            ),
            skip: ("list", .skipToNotifications)
        ).wrap { page in
            page.markup("<main class=\"column\"")
            page.attribute("data-position", model.screen.description)
            page.attribute("data-zone", model.viewer.zone)
            page.attribute("data-list", model.isWhole ? "all" : "new")
            if case .action(let notification, let action, let passcode) = model.request {
                page.attribute("data-request", Self.request(notification, action, passcode))
            }
            page.markup("><h1 class=\"visually-hidden\">")
            page.text(.notifications)
            page.markup("</h1>")
            if case .unavailable(let sentence) = model.request {
                page.markup("<p class=\"warning\" role=\"note\">")
                page.markup(Symbol.warning.markup)
                page.markup("<span>")
                page.text(sentence)
                page.markup("</span></p>")
            }
            page.page(FailureList(failures: model.state.summary.failures, language: page.language).page)
            page.page(list)
            page.markup("</main>")
        }
    }

    /// The part of the page that is replaced when a notification comes or goes.
    var list: PageWriter {
        var list = NotificationList(
            state: model.state,
            dates: PageDates(now: model.now, viewer: model.viewer),
            isWhole: model.isWhole,
            images: model.images
        )
        if case .show(let notification) = model.request { list.opened = notification }
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
