import CardRendering
package import Host
package import JSON
import TodayProtocol

/// One message with what it says.
package struct MessageReport: Report {
    /// The message.
    package var shown: ShownMessage
    /// What its body says; none if that has not arrived yet.
    package var body: String?
    /// How the text looks.
    package var look: TerminalLook
    /// The time zone to show times in.
    package var zone: String

    /// Reports a message.
    package init(shown: ShownMessage, text: String?, look: TerminalLook, zone: String) {
        self.shown = shown
        body = text
        self.look = look
        self.zone = zone
    }

    /// The title, the subtitle, the date, and the text below them.
    package var text: String {
        let message = shown.message
        let dates = Dates(zone: zone)
        var lines = [look.heading(MessageWords.title(of: message))]
        if let subtitle = message.subtitle, !subtitle.isEmpty { lines.append(TerminalText.safe(subtitle)) }
        let until = message.expires.map { ", until \(dates.person($0))" } ?? ""
        lines.append(look.aside("\(shown.appTitle), \(dates.person(message.sent))\(until)"))
        lines.append("")
        lines.append(body.map(TerminalText.safeLines) ?? "What this message says has not arrived yet.")
        return lines.joined(separator: "\n")
    }

    /// The message, and its text if it is here.
    package var json: JSONValue {
        var members = MessageWords.json(shown)
        members["text"] = body.map(JSONValue.string)
        return .object(members)
    }
}
