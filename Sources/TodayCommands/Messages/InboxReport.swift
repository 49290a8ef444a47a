import CardRendering
package import DeviceSync
package import Host
package import JSON
import TodayProtocol

/// Messages, and how the host stands with the cloud that they come from.
package struct InboxReport: Report {
    /// The messages.
    package var page: MessagePage
    /// How the host stands with its cloud.
    package var status: CloudStatus
    /// How the text looks.
    package var look: TerminalLook
    /// The time zone to show times in.
    package var zone: String

    /// Reports messages.
    package init(page: MessagePage, status: CloudStatus, look: TerminalLook, zone: String) {
        self.page = page
        self.status = status
        self.look = look
        self.zone = zone
    }

    /// A line for each message, below it its subtitle; then the unread number and what the person has to know.
    package var text: String {
        var parts = [table]
        if page.unread > 0 { parts.append("\(page.unread) unread.") }
        if let next = page.next { parts.append("There are older ones: today inbox list --after \(next)") }
        if let line = MessageWords.line(status, Dates(zone: zone)) { parts.append(TerminalText.safe(line)) }
        return parts.joined(separator: "\n")
    }

    private var table: String {
        guard !page.messages.isEmpty else { return "There are no messages." }
        let namesApps = Set(page.messages.map(\.app)).count > 1
        if look.isNarrow { return narrowTable(namesApps: namesApps) }
        let dates = Dates(zone: zone)
        var table = namesApps ? TextTable("", "ID", "SENT", "MESSAGE", "APP") : TextTable("", "ID", "SENT", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(
                message.isRead ? "" : "●",
                message.id.rawValue,
                dates.person(message.sent),
                short(MessageWords.title(of: message)),
                namesApps ? shown.appTitle : ""
            )
            if let subtitle = message.subtitle, !subtitle.isEmpty { table.add("", "", "", short(subtitle)) }
        }
        return table.text
    }

    /// Without dates, each id in a line of its own.
    private func narrowTable(namesApps: Bool) -> String {
        var table = TextTable("", "MESSAGE")
        for shown in page.messages {
            let message = shown.message
            table.add(message.isRead ? "" : "●", look.cut(MessageWords.title(of: message), to: look.width - 3))
            for line in [message.subtitle, namesApps ? shown.appTitle : nil] {
                if let line, !line.isEmpty { table.add("", look.cut(line, to: look.width - 3)) }
            }
            table.add("", message.id.rawValue)
        }
        return table.text
    }

    /// As much of a text as a line has room for.
    private func short(_ text: String) -> String {
        let limit = max(20, look.width - 64)
        return text.count > limit ? "\(text.prefix(limit - 1))…" : text
    }

    /// The messages, where the next page begins, the unread number, and the state of the cloud.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "messages": .array(page.messages.map { .object(MessageWords.json($0)) }),
            "unread": .integer(page.unread),
            "cloud": MessageWords.json(status),
        ]
        members["next"] = page.next.map { .string($0.rawValue) }
        return .object(members)
    }
}
