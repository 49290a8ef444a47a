import Testing
import TodayKit

@testable import MessagesCore

/// The content of the widget, and when it has new data.
@Suite struct WidgetTests {
    private func content(_ count: Int, unread: Int = 0, _ localization: PageLocalization = Samples.localization)
        -> WidgetContent
    {
        WidgetCards.content(SharedInbox(Samples.inbox(count, unread: unread)), localization: localization)
    }

    @Test func theLatestShowAndTheRestBehindShowMore() throws {
        let content = content(7, unread: 7)
        try content.compact.validateForWidget()
        let compact = try Samples.text(content.compact)
        #expect(compact.contains("Message m4") && !compact.contains("Message m5"))
        #expect(content.compact.header?.detail == "7 unread")
        #expect(compact.contains(#""url":"today-messages://message/m0""#))
        #expect(compact.contains(#""url":"today-messages://""#))
        let expanded = try #require(content.expanded)
        try expanded.validateForWidget()
        let text = try Samples.text(expanded)
        #expect(text.contains("Message m6"))
    }

    @Test func thereIsNoMoreToShowWhereEverythingShows() throws {
        #expect(content(5).expanded == nil)
        #expect(content(5).compact.header?.detail == nil)
    }

    @Test func withoutMessagesItSaysSo() throws {
        for inbox in [nil, SharedInbox(InboxPage())] {
            let content = WidgetCards.content(inbox, localization: Samples.localization)
            let text = try Samples.text(content.compact)
            #expect(text.contains("No messages") && text.contains("today send"))
            #expect(content.expanded == nil && content.refresh == nil && content.setUp != nil)
            // An inbox that was emptied has its card.
            let emptied = WidgetCards.content(inbox, hadMessages: true, localization: Samples.localization)
            #expect(emptied.compact == content.compact && emptied.setUp == nil)
        }
    }

    @Test func aWidgetThatIsNotSmallHasALetterForEachMessageWithoutAPicture() throws {
        let inbox = SharedInbox(Samples.inbox(2))
        func badges(_ family: WidgetFamily) throws -> Int {
            let content = WidgetCards.content(inbox, localization: Samples.localization, family: family)
            return try Samples.text(content.compact).split(separator: #""type":"Badge""#).count - 1
        }
        let (medium, small) = (try badges(.medium), try badges(.small))
        #expect(medium == 2 && small == 0)
    }

    @Test(arguments: [("<b>Ada", "<"), ("*", "*"), ("ada", "A"), ("\\", "\\")])
    func theLetterOfAMessageIsTheFirstOfItsTitle(title: String, letter: String) throws {
        let inbox = SharedInbox(InboxPage(messages: [Samples.message("a", title: title)]))
        let content = WidgetCards.content(inbox, localization: Samples.localization, family: .medium)
        #expect(Self.badge(in: try JSONValue(encoding: content.compact)) == letter)
    }

    /// The text of the first badge of a card.
    private static func badge(in json: JSONValue) -> String? {
        if json["type"]?.stringValue == "Badge" { return json["text"]?.stringValue }
        let parts = json.objectValue.map { Array($0.values) } ?? json.arrayValue ?? []
        return parts.lazy.compactMap { badge(in: $0) }.first
    }

    @Test func aLongListShowsTwelveAndSaysHowManyAreUnread() throws {
        let expanded = try #require(content(100, unread: 90).expanded)
        try expanded.validateForWidget()
        let text = try Samples.text(expanded)
        #expect(text.contains("Message m11") && !text.contains("Message m12"))
        #expect(expanded.header?.detail == "90 unread")
    }

    private func take(
        _ shown: LastShownInbox,
        _ count: Int,
        unread: Int = 0,
        in language: String = "en",
        for reasons: Set<UpdateReason>
    ) -> WidgetContent? {
        let inbox = SharedInbox(Samples.inbox(count, unread: unread))
        return shown.take(inbox, content(count, unread: unread), in: language, for: reasons)
    }

    @Test func whatShowsAlreadyIsNoNewData() {
        let shown = LastShownInbox()
        #expect(take(shown, 1, for: [.added]) == content(1))
        #expect(take(shown, 1, for: [.opened]) == nil)
        #expect(take(shown, 1, for: [.opened, .refreshTime]) == nil)
        #expect(take(shown, 2, for: [.opened]) == content(2))
        // Each language has its own content.
        #expect(take(shown, 2, in: "ja", for: [.opened]) == content(2))
        #expect(take(shown, 2, in: "ja", for: [.opened]) == nil)
    }

    @Test func anotherListIsNewDataAlsoIfTheCardIsTheSame() {
        let shown = LastShownInbox()
        let (old, new) = (SharedInbox(Samples.inbox(1)), SharedInbox(Samples.inbox(2)))
        #expect(shown.take(nil, content(1), in: "en", for: [.opened]) != nil)
        #expect(shown.take(old, content(1), in: "en", for: [.opened]) != nil)
        #expect(shown.take(old, content(1), in: "en", for: [.opened]) == nil)
        #expect(shown.take(new, content(1), in: "en", for: [.opened]) != nil)
        // The same list may look different later: a time becomes a day.
        #expect(shown.take(new, content(2), in: "en", for: [.refreshTime]) != nil)
    }

    @Test(arguments: [UpdateReason.groupChanged, .dayChanged, .reload, .tap, .hasContent, .retry])
    func whatMayHaveBeenRecalledIsNewDataOnceMore(reason: UpdateReason) {
        let shown = LastShownInbox()
        _ = take(shown, 1, for: [.added])
        #expect(take(shown, 1, for: [.opened, reason]) == content(1))
    }
}
