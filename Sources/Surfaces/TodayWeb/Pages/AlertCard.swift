import HostModel
import TodayProtocol

/// The alert that waits for an answer, with the actions of the default context.
///
/// It is empty if none waits, or if the device may not answer.
struct AlertCard {
    let alert: ShownNotification?
    /// Number of alerts that wait, this one included.
    let count: Int
    let language: PageLanguage
    var images = BundleImageIndex.empty

    /// Takes the newest alert that waits for an answer.
    init(
        _ summary: NotificationSummary,
        for rights: DeviceRights,
        in language: PageLanguage,
        images: BundleImageIndex = .empty
    ) {
        alert = rights >= .act ? summary.alert : nil
        count = summary.alertCount
        self.language = language
        self.images = images
    }

    /// The dialog around the card, which the script opens and which can have the focus.
    var dialog: PageWriter {
        var page = PageWriter(language)
        page.markup("<dialog class=\"sheet alert\" id=\"alert\" role=\"alertdialog\" aria-labelledby=\"alert-text\"")
        page.markup(" aria-describedby=\"alert-of\" closedby=\"none\" tabindex=\"-1\">")
        page.page(card)
        page.markup("</dialog>")
        return page
    }

    /// The card, which is replaced when an alert comes or goes.
    var card: PageWriter {
        var page = PageWriter(language)
        page.markup("<div id=\"alert-card\">")
        if let alert { write(alert, to: &page) }
        page.markup("</div>")
        return page
    }

    private func write(_ alert: ShownNotification, to page: inout PageWriter) {
        page.markup("<div\("id", "a-\(alert.id)")\("data-id", alert.id.description)\("data-app", alert.app.rawValue)")
        page.markup("><div class=\"notice-head\">\(AppIcon(alert.appTitle, of: alert.app, in: images))")
        page.markup("<span class=\"name\">\(alert.appTitle)</span>")
        if count > 1 { page.markup("<span class=\"of\" id=\"alert-of\">\(.firstOf(count))</span>") }
        page.markup("</div><div class=\"said\" id=\"alert-text\">")
        NotificationTextSection(notification: alert).write(to: &page)
        page.markup("</div>")
        if !alert.actions.isEmpty {
            page.markup("<div class=\"choices\">")
            let choices = NotificationActionButtons(notification: alert, actions: alert.actions, prefix: "a")
            choices.writeButtons(to: &page)
            choices.writeFields(to: &page)
            page.markup("</div>")
        }
        page.markup("\(markup: alert.isOpenable ? "<div class=\"two\">" : "<div class=\"two one\">")")
        page.markup("<button type=\"button\" data-dismiss>\(.close)</button>")
        if alert.isOpenable {
            page.markup("<button type=\"button\" class=\"main\"")
            page.markup("\("data-answer", NotificationAction.defaultIdentifier)>\(.open)</button>")
        }
        page.markup("</div></div>")
    }
}
