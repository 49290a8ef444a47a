import DeviceSync
import Foundation
import Host
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

/// The output of the commands about messages.
@Suite struct InboxReportTests {
    private static let date = Date(timeIntervalSince1970: 1_795_248_000)
    private static let berlin = context(columns: 80)

    private static func context(columns: Int) -> CommandContext {
        RecordingConsole().context(environment: ["COLUMNS": "\(columns)"], zone: "Europe/Berlin")
    }

    private static func page(_ messages: [ShownMessage], next: String? = nil) -> MessagePage {
        MessagePage(
            messages: messages,
            next: next.map { MessageID($0) },
            unread: messages.count { !$0.message.isRead }
        )
    }

    private static func message(_ number: Int, _ change: (inout ShownMessage) -> Void = { _ in }) -> ShownMessage {
        var shown = ShownMessage(
            app: AppID("org.today.Messages"),
            appTitle: "Messages",
            message: Message(
                id: MessageID("0d2f6a0e-8f3c-4f0e-9a51-6f1f0c1b2a\(number)d"),
                title: "Dinner \(number)",
                subtitle: "Soup tonight",
                sent: date,
                isRead: number > 1,
                contentType: "text/html",
                hasBody: true
            )
        )
        change(&shown)
        return shown
    }

    private static var inbox: InboxReport {
        InboxReport(
            page: page([message(1), message(2) { $0.message.subtitle = nil }], next: "m-2"),
            status: CloudStatus(
                .offline(since: date, reason: "The cloud cannot be reached."),
                url: "http://c",
                user: "me"
            )
        )
    }

    @Test func inboxForPeople() throws { try Golden.expect(Self.inbox.text(in: Self.berlin) + "\n", "inbox.txt") }

    @Test func inboxWhereThereIsLittleRoom() throws {
        var inbox = Self.inbox
        inbox.page.messages[0].message.title = "A long title, of which a part is left out 日本語"
        try Golden.expect(inbox.text(in: Self.context(columns: 40)) + "\n", "inbox-narrow.txt")
    }

    @Test func inboxForPrograms() throws { try Golden.expect(Self.inbox.json.safeText + "\n", "inbox.json") }

    @Test func messageForPeople() throws {
        let shown = Self.message(1) { $0.message.expires = Self.date.addingTimeInterval(7200) }
        let report = MessageReport(shown: shown, body: "Soup.\n\nBread.")
        try Golden.expect(report.text(in: Self.berlin) + "\n", "message.txt")
        try Golden.expect(report.json.safeText + "\n", "message.json")
    }

    @Test func appsAreNamedWhereThereAreSeveral() {
        let pages = [
            [Self.message(1)], [Self.message(1), Self.message(2) { ($0.app, $0.appTitle) = (AppID("b"), "News") }],
        ]
        let texts = pages.map {
            InboxReport(page: Self.page($0), status: .notLinked).text
        }
        #expect(!texts[0].contains("APP"))
        #expect(texts[1].contains("APP") && texts[1].contains("News"))
    }

    @Test(arguments: [
        (CloudStatus(.connected(since: date)), nil), (.notLinked, "joined no cloud"),
        (CloudStatus(.connecting), "Connecting"),
        (CloudStatus(.offline(since: date, reason: "The name is not known.")), "The name is not known."),
        (CloudStatus(.unregistered), "shut out"),
    ])
    func theCloudIsShownAndNeverHidden(status: CloudStatus, words: String?) {
        let text = InboxReport(page: Self.page([]), status: status).text
        #expect(text.hasPrefix("There are no messages."))
        guard let words else {
            #expect(text == "There are no messages.")
            return
        }
        #expect(text.contains(words))
    }

    @Test func whatOthersWroteSteersNoTerminal() {
        let hostile = "a\u{1B}]0;t\u{7}\u{1B}[2Jb\u{9B}31mc\rd\u{202E}e\u{2066}f\u{7F}g"
        let shown = Self.message(1) { shown in
            shown.appTitle = hostile
            shown.message.title = hostile
            shown.message.subtitle = hostile
        }
        let other = Self.message(2) { $0.app = AppID("b") }
        let status = CloudStatus(.offline(since: Self.date, reason: .text(hostile)))
        let texts = [
            InboxReport(page: Self.page([shown, other]), status: status).text,
            MessageReport(shown: shown, body: "\(hostile)\n\(hostile)").text,
        ]
        for text in texts {
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !TerminalScalars.isHarmful($0) })
        }
    }
}
