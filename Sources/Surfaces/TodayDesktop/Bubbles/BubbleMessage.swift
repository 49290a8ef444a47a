import HostModel
import LocalAPI
import SessionBus
import TodayProtocol

/// The content of a bubble, adapted to the capabilities of one server.
struct BubbleMessage: Hashable, Sendable {
    /// A button: the key by which the server reports it, and its label.
    struct Button: Hashable, Sendable {
        var key: String
        var label: String
    }

    static let desktopEntry = "org.today.Today"
    /// The category of every bubble; the specification reserves `x-` for programs' own categories.
    static let category = "x-today.notification"
    /// The key of the default action: a click on the bubble itself.
    static let defaultKey = "default"
    /// The key of the text field for a reply.
    static let replyKey = "inline-reply"

    var appName: String
    /// `file:` URL of the app's icon; empty if it has none.
    var icon: String
    /// Number of the bubble that this one replaces; 0 if it replaces none.
    var replaces: UInt32
    /// Title, always without markup.
    var summary: String
    /// Text, escaped if the server supports markup.
    var body: String
    /// Buttons; the default action comes first, if the notification opens anything.
    var buttons: [Button] = []
    var hints: [String: BusValue]
    var choices: [String: ShownAction] = [:]
    /// Action that receives the text of the reply field; `nil` if there is no such field.
    var reply: ShownAction?
    /// `true` if the bubble stays until the person answers or dismisses it; otherwise the server decides when it
    /// expires.
    var stays: Bool

    /// Makes the content for a notification and a server; a bubble that `arrives` plays its sound.
    ///
    /// The actions are those of the minimal context. If the server has a reply field, it belongs to the first action
    /// that takes text, unless that action needs the passcode, which a bubble cannot ask for. Today's own texts are in
    /// `language`, a BCP 47 tag; `icon` is the absolute path of the app's icon.
    init(
        _ notification: ShownNotification,
        for capabilities: ServerCapabilities,
        in language: String,
        replaces: UInt32,
        arrives: Bool,
        icon: String? = nil
    ) {
        self.icon = icon.map(Self.fileURL) ?? ""
        appName = BubbleText.line(notification.appTitle, limit: 100)
        self.replaces = replaces
        stays = notification.alertStyle == .alert
        summary = BubbleText.line(notification.title, limit: 200)
        let texts = HostTexts.strings(in: language)
        let lateness = notification.due.map { _ in texts.text(.bubbleLate) }
        let text = [lateness, notification.subtitle, notification.body].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
        let paragraph = capabilities.contains(.body) ? BubbleText.paragraph(text, limit: 2000) : ""
        body = capabilities.contains(.bodyMarkup) ? BubbleText.escaped(paragraph) : paragraph
        hints = [
            "category": .string(Self.category),
            "desktop-entry": .string(Self.desktopEntry),
            // Some servers ignore the timeout that they are given, but all keep a critical bubble.
            "urgency": .byte(stays ? 2 : Self.urgency(notification.level)),
        ]
        if !notification.isListed { hints["transient"] = .boolean(true) }
        addSound(notification.sound, arrives: arrives)
        // Some servers show a dialog instead of a bubble if they get buttons, which they do not support.
        if capabilities.contains(.actions) {
            if notification.isOpenable {
                buttons = [Button(key: Self.defaultKey, label: texts.text(.bubbleOpen))]
            }
            addButtons(notification.minimalActions, capabilities)
        }
    }

    private static func fileURL(_ path: String) -> String {
        "file://" + path.split(separator: "/").map { "/" + PercentCoding.encode(String($0)) }.joined()
    }

    private mutating func addSound(_ sound: NotificationSound?, arrives: Bool) {
        guard let sound, arrives else {
            hints["suppress-sound"] = .boolean(true)
            return
        }
        if sound != .default { hints["sound-name"] = .string(BubbleText.line(sound.rawValue, limit: 64)) }
    }

    private mutating func addButtons(_ actions: [ShownAction], _ capabilities: ServerCapabilities) {
        for action in actions.prefix(NotificationCategory.minimalContextLimit) {
            let label = BubbleText.line(action.title, limit: 100)
            if let input = action.textInput, reply == nil, !action.needsAuthentication,
                capabilities.contains(.inlineReply)
            {
                reply = action
                buttons.append(Button(key: Self.replyKey, label: label))
                addReplyHints(input)
            } else {
                let key = Self.key(of: action)
                choices[key] = action
                buttons.append(Button(key: key, label: label))
            }
        }
    }

    private mutating func addReplyHints(_ input: ShownAction.TextInput) {
        hints["x-kde-reply-submit-button-text"] = .string(BubbleText.line(input.buttonTitle, limit: 100))
        if let placeholder = input.placeholder {
            hints["x-kde-reply-placeholder-text"] = .string(BubbleText.line(placeholder, limit: 200))
        }
    }

    /// Returns the action's identifier, with the prefix `today.` if it is a reserved key; no app may use that prefix.
    private static func key(of action: ShownAction) -> String {
        let isTaken = [defaultKey, replyKey].contains(action.identifier)
        return isTaken ? "today.\(action.identifier)" : action.identifier
    }

    private static func urgency(_ level: NotificationInterruptionLevel) -> UInt8 {
        switch level {
        case .passive: 0
        case .active: 1
        case .timeSensitive: 2
        }
    }
}

/// Cleans and shortens the texts of apps for bubbles.
enum BubbleText {
    /// Returns the text on one line, without control characters; a longer one ends in an ellipsis.
    static func line(_ text: String, limit: Int) -> String {
        clip(clean(text, keepsLines: false), limit)
    }

    /// Returns the text with its line breaks, but without other control characters; a longer one ends in an ellipsis.
    static func paragraph(_ text: String, limit: Int) -> String {
        clip(clean(text, keepsLines: true), limit)
    }

    /// Returns the text, escaped for a server that interprets markup.
    static func escaped(_ text: String) -> String {
        // By scalars: a character may be one of these with a combining mark.
        let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }

    private static func clean(_ text: String, keepsLines: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": continue
            case "\n" where keepsLines: scalars.append(scalar)
            case "\n", "\t": scalars.append(" ")
            default: if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    private static func clip(_ text: String, _ limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }
}
