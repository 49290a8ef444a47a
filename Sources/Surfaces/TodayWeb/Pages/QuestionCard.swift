import HostModel
import TodayProtocol

/// The questions whether apps may notify, the oldest first; empty if no app asks, or if the device may not answer.
///
/// The script shows the first that the person has not put off in this browser.
struct QuestionCard {
    let questions: [NotificationSummary.Question]
    let language: PageLanguage
    let images: BundleImageIndex

    init(
        _ summary: NotificationSummary,
        for rights: DeviceRights,
        in language: PageLanguage,
        images: BundleImageIndex
    ) {
        questions = rights == .change ? summary.questions : []
        self.language = language
        self.images = images
    }

    var page: PageWriter {
        var page = PageWriter(language)
        page.markup("<div id=\"question\">")
        for question in questions { write(question, to: &page) }
        page.markup("</div>")
        return page
    }

    private func write(_ question: NotificationSummary.Question, to page: inout PageWriter) {
        page.markup("<div class=\"question\" tabindex=\"-1\" hidden role=\"group\"")
        page.markup("\("aria-labelledby", "qt-" + question.app.rawValue)\("id", "q-" + question.app.rawValue)")
        page.markup("\("data-app", question.app.rawValue)")
        page.markup("\("data-wanted", PermissionNames.identifiers(question.wanted))>")
        page.markup("\(AppIcon(question.title, of: question.app, in: images))<div class=\"what\">")
        page.markup("<h2\("id", "qt-" + question.app.rawValue)>\(.wouldLikeToNotify(question.title))</h2>")
        page.markup("<p>\(.mayInclude(PermissionNames.sentence(question.wanted)))</p></div><div class=\"answers\">")
        page.markup("<button type=\"button\" data-permit=\"denied\">\(.doNotAllow)</button>")
        page.markup("<button type=\"button\" data-later>\(.later)</button>")
        page.markup("<button type=\"button\" data-permit=\"allowed\" class=\"main\">\(.allow)</button></div></div>")
    }
}

/// The names of the ways in which an app may notify.
enum PermissionNames {
    /// The ways, in display order.
    static let order: [NotificationAuthorizationOption] = [.alert, .sound, .badge]

    /// Returns the name of a switch.
    static func title(_ option: NotificationAuthorizationOption) -> LocalizableText {
        switch option {
        case .alert: .alerts
        case .sound: .sounds
        case .badge: .badges
        }
    }

    /// Returns the name of a way within a sentence.
    private static func phrase(_ option: NotificationAuthorizationOption) -> LocalizableText {
        switch option {
        case .alert: .alertsPhrase
        case .sound: .soundsPhrase
        case .badge: .badgesPhrase
        }
    }

    /// Returns several ways within a sentence: “alerts, sounds and icon badges”.
    static func sentence(_ options: Set<NotificationAuthorizationOption>) -> LocalizableText {
        options.isEmpty ? .noOption : .enumeration(of: order.filter(options.contains).map(phrase))
    }

    /// Returns several ways for an attribute, separated by spaces.
    static func identifiers(_ options: Set<NotificationAuthorizationOption>) -> String {
        order.filter(options.contains).map(\.rawValue).joined(separator: " ")
    }
}
