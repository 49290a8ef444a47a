import Notifications
import TodayProtocol

/// The buttons of a notification's actions, and the fields of those that take text.
struct NotificationChoices {
    let notification: ShownNotification
    let actions: [ShownAction]
    /// What tells this place from others on the page.
    let prefix: String

    /// Writes a button for each action.
    func writeButtons(to page: inout PageWriter) {
        for (index, action) in actions.enumerated() {
            page.markup("<button type=\"button\" class=\"choice")
            if action.isDestructive { page.markup(" destructive") }
            page.markup("\"")
            if action.textInput == nil {
                page.attribute("data-answer", action.identifier)
            } else {
                page.markup(" aria-expanded=\"false\"")
                page.attribute("aria-controls", field(at: index))
                page.attribute("data-write", action.identifier)
            }
            page.markup(">")
            page.text(action.title)
            page.markup("</button>")
        }
    }

    /// Writes the fields, which are hidden until their buttons show them.
    func writeFields(to page: inout PageWriter) {
        for (index, action) in actions.enumerated() { writeField(of: action, at: index, to: &page) }
    }

    private func writeField(of action: ShownAction, at index: Int, to page: inout PageWriter) {
        guard let input = action.textInput else { return }
        page.markup("<form class=\"reply\" hidden autocomplete=\"off\"")
        page.attribute("id", field(at: index))
        page.markup("><input class=\"field\" name=\"text\" required maxlength=\"4096\" enterkeyhint=\"send\"")
        page.attribute("aria-label", action.title)
        page.attribute("placeholder", input.placeholder ?? "")
        page.markup("><button class=\"choice main\"")
        page.attribute("data-answer", action.identifier)
        page.markup(">")
        page.text(input.buttonTitle)
        page.markup("</button></form>")
    }

    private func field(at index: Int) -> String { "\(prefix)\(notification.id)-\(index)" }
}
