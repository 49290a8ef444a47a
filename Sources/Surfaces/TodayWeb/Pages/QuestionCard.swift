import Notifications
import TodayProtocol

/// The question whether an app may notify; empty if nobody asks.
struct QuestionCard {
    let question: NotificationSummary.Question?

    var page: PageWriter {
        var page = PageWriter()
        page.markup("<div id=\"question\">")
        if let question { write(question, to: &page) }
        page.markup("</div>")
        return page
    }

    private func write(_ question: NotificationSummary.Question, to page: inout PageWriter) {
        page.markup("<div class=\"notice question\" role=\"group\" aria-labelledby=\"question-title\"")
        page.attribute("id", "q-" + question.app.rawValue)
        page.attribute("data-app", question.app.rawValue)
        page.attribute("data-wanted", PermissionNames.identifiers(question.wanted))
        page.markup("><h2 id=\"question-title\">“")
        page.text(question.title)
        page.markup("” Would Like to Send You Notifications</h2><p>Notifications may include ")
        page.text(PermissionNames.sentence(question.wanted))
        page.markup(". You can change this in Settings.</p><div class=\"two\">")
        page.markup("<button type=\"button\" data-permit=\"denied\">Don’t Allow</button>")
        page.markup("<button type=\"button\" data-permit=\"authorized\" class=\"main\">Allow</button></div></div>")
    }
}

/// The names of the ways in which an app may notify.
enum PermissionNames {
    /// The ways, in the order in which they are shown.
    static let order: [NotificationAuthorizationOption] = [.alert, .sound, .badge]

    /// The name of a switch.
    static func title(_ option: NotificationAuthorizationOption) -> String {
        switch option {
        case .alert: "Alerts"
        case .sound: "Sounds"
        case .badge: "Badges"
        }
    }

    /// Several in a sentence: “alerts, sounds and icon badges”.
    static func sentence(_ options: Set<NotificationAuthorizationOption>) -> String {
        let names = order.filter(options.contains).map { option in
            switch option {
            case .alert: "alerts"
            case .sound: "sounds"
            case .badge: "icon badges"
            }
        }
        guard let last = names.last, names.count > 1 else { return names.last ?? "nothing yet" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Several in an attribute, separated by spaces.
    static func identifiers(_ options: Set<NotificationAuthorizationOption>) -> String {
        order.filter(options.contains).map(\.rawValue).joined(separator: " ")
    }
}
