import HostModel
import TodayProtocol

/// The banner of a notification, with the actions of the minimal context.
///
/// Pressing it shows all of its text and actions; a notification that has no more than it shows is opened.
struct NotificationBanner {
    let notification: ShownNotification
    var language = PageLanguage.english
    var images = BundleImageIndex.empty
    /// Rights of the device.
    var rights = DeviceRights.change

    var page: PageWriter {
        var page = PageWriter(language)
        let id = "b-\(notification.id)"
        page.markup("<li class=\"notice\"\("id", id)\("data-id", notification.id.description)")
        page.markup("\("data-app", notification.app.rawValue)\("aria-labelledby", id + ".title")>")
        page.markup("<div class=\"notice-head\">\(AppIcon(notification.appTitle, of: notification.app, in: images))")
        page.markup("<span class=\"name\">\(notification.appTitle)</span>")
        page.markup("<button type=\"button\" class=\"close\" data-dismiss")
        page.markup("\("aria-label", .dismiss)\("aria-describedby", id + ".title")>\(Symbol.close)</button></div>")
        writeText(id: id + ".title", to: &page)
        if isExpandable {
            let minimal = notification.minimalActions
            page.markup("<div class=\"choices\(if: minimal.isEmpty, " further")\">")
            let choices = NotificationActionButtons(
                notification: notification,
                actions: minimal + notification.actions.filter { !minimal.contains($0) },
                prefix: "b",
                first: minimal.count
            )
            choices.writeButtons(to: &page)
            if notification.isOpenable {
                page.markup("<button class=\"choice main further\"")
                page.markup("\("data-answer", NotificationAction.defaultIdentifier)>\(.open)</button>")
            }
            choices.writeFields(to: &page)
            page.markup("</div>")
        }
        page.markup("</li>")
        return page
    }

    /// `true` if the banner has more to show than it does at first: actions, or a long text.
    private var isExpandable: Bool {
        !notification.actions.isEmpty || (notification.body ?? "").count > Self.shortBody
    }

    /// Length of a text that two lines show, in characters.
    private static let shortBody = 80

    /// Writes the texts: as a button if it expands the banner or opens the notification.
    private func writeText(id: String, to page: inout PageWriter) {
        let isButton = isExpandable || (notification.isOpenable && rights >= .act)
        page.markup(isButton ? "<button type=\"button\" class=\"said\"" : "<div class=\"said\" tabindex=\"-1\"")
        page.attribute("id", id)
        if isExpandable {
            page.markup(" data-expand aria-expanded=\"false\"")
        } else if isButton {
            page.attribute("data-answer", NotificationAction.defaultIdentifier)
        }
        page.markup(">")
        NotificationTextSection(notification: notification).write(to: &page)
        page.markup(isButton ? "</button>" : "</div>")
    }

    /// Text of the notification for screen readers, as one sentence.
    var spoken: String {
        [notification.appTitle, notification.title, notification.subtitle ?? "", notification.body ?? ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
