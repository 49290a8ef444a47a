import AdaptiveCards
import CardRendering
import HostModel
import LocalAPI
import TodayProtocol

/// The form in which a person writes a message to the inboxes of an app; it needs no script.
struct SendPage: Page {
    /// The ids of the inputs, and the name of the parameter with the app.
    enum Field {
        static let title = "title"
        static let text = "text"
        static let recipient = "to"
        static let isSilent = "silent"
        static let app = "app"
    }

    /// Maximum lengths in UTF-16 code units, which browsers count.
    static let titleLimit = 200
    static let textLimit = 20_000
    static let nameLimit = 128
    /// Name of the URL parameter that confirms that the message was sent.
    static let sentParameter = "sent"

    /// The app; `nil` for the first one that takes messages.
    var app: AppDescription?
    /// Input values that were refused.
    var values: [String: String] = [:]
    /// Reason for which the values were refused; `nil` if none were sent.
    var problem: LocalizableText?
    /// `true` if a message was just sent.
    var isSent = false
    /// The cloud from which the host gets its messages.
    let cloud: CloudStatus
    let context: PageContext

    /// Returns the address of the page.
    static func path(of app: AppID?, isSent: Bool = false) -> String {
        let app = app.map { "\(Field.app)=\(PercentCoding.encode($0.rawValue))" }
        let query = [app, isSent ? "\(sentParameter)=1" : nil].compactMap(\.self).joined(separator: "&")
        return query.isEmpty ? "/send" : "/send?" + query
    }

    /// Returns the reason to refuse the values of a form; `nil` if they are a valid message.
    static func problem(in values: [String: String]) -> LocalizableText? {
        func length(_ field: String) -> Int { values[field, default: ""].utf16.count }
        if !(1...titleLimit).contains(length(Field.title)) { return .messageNeedsTitle(titleLimit) }
        if !(1...textLimit).contains(length(Field.text)) { return .messageNeedsText(textLimit) }
        return length(Field.recipient) > nameLimit ? .recipientIsTooLong(nameLimit) : nil
    }

    /// Returns the message in a form.
    static func message(in values: [String: String]) -> OutgoingMessage {
        let recipient = values[Field.recipient, default: ""]
        return OutgoingMessage(
            title: values[Field.title, default: ""],
            content: .init(type: .plain, text: values[Field.text, default: ""]),
            audience: recipient.isEmpty ? .all : .person(recipient),
            isSilent: values[Field.isSilent] == "true"
        )
    }

    var title: LocalizableText { .sendMessage }
    var sheets: [PageStyleSheet] { [.cards, .scene, .settings] }

    func write(to page: inout PageWriter) {
        page.writeBar(.sendMessage, back: back)
        page.markup("<main class=\"column scene\"\(context.placeAndZone)>")
        page.writeProblem(problem)
        if isSent { page.markup("<p class=\"aside\" role=\"status\">\(.messageIsSent)</p>") }
        if cloud.isLocal { writeForm(to: &page) } else { writeAnotherWay(to: &page) }
        page.markup("</main>")
    }

    private var back: (path: String, label: LocalizableText) {
        guard let app, let scheme = app.urlSchemes.first else { return ("/", .today) }
        return (OpenURLRequest.page("\(scheme)://"), .text(app.title))
    }

    private func writeForm(to page: inout PageWriter) {
        page.markup("<form method=\"post\" action=\"/send\" novalidate autocomplete=\"off\">")
        if let app { page.markup("<input type=\"hidden\" name=\"app\"\("value", app.id.rawValue)>") }
        let renderer = PageCardRenderer(
            kind: .scene,
            app: app?.id ?? AppID(""),
            prefix: "s-",
            context: context,
            focus: Field.title
        )
        page.card(renderer.render(card))
        page.markup("<p class=\"foot\"><button class=\"pill strong\">\(.send)</button></p></form>")
    }

    /// Writes instructions for sending with another cloud, if this host does not use the cloud inside Today.
    private func writeAnotherWay(to page: inout PageWriter) {
        page.markup("<p class=\"aside\">\(cloud.url == nil ? .joinNoCloud : .sendsElsewhere)</p>")
        page.writeCommand(
            cloud.url.map { "today send --cloud \($0) --app-key KEY --master-secret-stdin --title … --body …" }
                ?? "today link CLOUD-URL"
        )
    }

    private var card: Card {
        func text(_ text: LocalizableText) -> String { text.text(in: context.language) }
        return Card(lang: context.language.tag) {
            TextInput(
                id: Field.title,
                label: text(.messageTitle),
                isRequired: true,
                value: values[Field.title],
                maxLength: Self.titleLimit
            )
            TextInput(
                id: Field.text,
                label: text(.messageText),
                isRequired: true,
                value: values[Field.text],
                isMultiline: true,
                maxLength: Self.textLimit
            )
            TextInput(
                id: Field.recipient,
                label: text(.messageRecipient),
                placeholder: text(.everybody),
                value: values[Field.recipient],
                maxLength: Self.nameLimit
            )
            ToggleInput(
                id: Field.isSilent,
                title: text(.silentMessage),
                isOn: values[Field.isSilent] == "true",
                wrap: true
            )
        }
    }
}
