import Testing
import TodayKit

@testable import MessagesCore

/// The addresses of the pages.
@Suite struct AddressTests {
    @Test(arguments: [
        ("today-messages://", MessagesURL.firstPage), ("today-messages:", .firstPage),
        (
            "today-messages://?search=soup%20%26%20more&after=m-1",
            .list(ListAddress(search: "soup & more", after: MessageID("m-1")))
        ),
        ("today-messages://?select=all", .list(ListAddress(selection: .all))),
        ("today-messages://?select=1", .list(ListAddress(selection: ListAddress.Selection.none))),
        ("today-messages://?after=&search=", .firstPage),
        ("today-messages://message/0d2f6a0e-8f3c", .message(MessageID("0d2f6a0e-8f3c"))),
        ("TODAY-MESSAGES://message/a/", .message(MessageID("a"))),
        ("today-messages://message/%2E%2E", .message(MessageID(".."))),
        ("today-messages://message", .message(MessageID(""))),
        ("today-messages://message/a/b", .message(MessageID("a/b"))),
        (
            "today-messages://message/a?after=m-1&search=x",
            .message(MessageID("a"), in: ListAddress(search: "x", after: MessageID("m-1")))
        ),
        ("today-messages://message/a?select=all", .message(MessageID("a"))),
        ("today-messages://settings", .settings),
    ])
    func aPageHasItsAddress(url: String, page: MessagesURL) { #expect(MessagesURL(SceneURL(url)) == page) }

    @Test(arguments: [
        "today-messages://nothing", "today-messages://messages/a", "today-messages:nothing/at/all",
        "today-messages://settings/more",
    ])
    func whatIsNoPageHasNone(url: String) { #expect(MessagesURL(SceneURL(url)) == nil) }

    @Test(arguments: [
        MessagesURL.firstPage, .settings, .message(MessageID("a_B-9")),
        .message(MessageID("a"), in: ListAddress(search: "b & c", after: MessageID("m"))),
        .list(ListAddress(search: "スープ & a=b?#/")),
        .list(ListAddress(search: "x", after: MessageID("m"), selection: .all)),
        .list(ListAddress(selection: ListAddress.Selection.none)),
    ])
    func anAddressLeadsBackToItsPage(page: MessagesURL) { #expect(MessagesURL(SceneURL(page.text)) == page) }

    @Test(arguments: [
        ("  soup \n and\tbread ", "soup and bread"), ("", ""), (" ", ""),
        (String(repeating: "a", count: 300), String(repeating: "a", count: 100)),
    ])
    func aSearchIsTrimmed(text: String, search: String) { #expect(ListAddress.trimmed(text) == search) }

    @Test func aSearchFitsIntoTheHostsLimitWithoutCuttingACharacter() {
        let search = ListAddress.trimmed(String(repeating: "👨‍👩‍👧‍👦", count: 100))
        #expect(search.utf8.count <= 256)
        #expect(search.allSatisfy { $0 == "👨‍👩‍👧‍👦" } && !search.isEmpty)
    }
}
