import HostModel
import TodayProtocol

/// The banner of a notification: opening it, and the actions of the minimal context.
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
        if !notification.minimalActions.isEmpty {
            page.markup("<div class=\"choices\">")
            let choices = NotificationActionButtons(
                notification: notification,
                actions: notification.minimalActions,
                prefix: "b"
            )
            choices.writeButtons(to: &page)
            choices.writeFields(to: &page)
            page.markup("</div>")
        }
        page.markup("</li>")
        return page
    }

    /// Writes the texts: as a button if the notification can be opened.
    private func writeText(id: String, to page: inout PageWriter) {
        let isOpenable = notification.isOpenable && rights >= .act
        page.markup(isOpenable ? "<button type=\"button\" class=\"said\"" : "<div class=\"said\" tabindex=\"-1\"")
        page.attribute("id", id)
        if isOpenable { page.attribute("data-answer", NotificationAction.defaultIdentifier) }
        page.markup(">")
        NotificationTextSection(notification: notification).write(to: &page)
        page.markup(isOpenable ? "</button>" : "</div>")
    }

    /// Text of the notification for screen readers, as one sentence.
    var spoken: String {
        [notification.appTitle, notification.title, notification.subtitle ?? "", notification.body ?? ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
