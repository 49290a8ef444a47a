import Testing
import TodayKit

@testable import ShoppingCore

/// What is shared becomes items.
@Suite struct SharedItemsTests {
    @Test(arguments: [
        ("Milk", ["Milk"]), (" Milk \r\n\r\n Eggs\t 6 \n", ["Milk", "Eggs 6"]),
        ("- Milk\n* Eggs\n• Tea\n– Jam", ["Milk", "Eggs", "Tea", "Jam"]),
        ("[ ] Milk\n[x] Eggs\n- [ ] Tea\n☐ Jam", ["Milk", "Eggs", "Tea", "Jam"]),
        ("1. Milk\n12) Eggs\n3.5 % milk\n2 l milk", ["Milk", "Eggs", "3.5 % milk", "2 l milk"]),
        ("-\n- \n1.\n", []), ("-5 °C\n牛乳\n・卵", ["-5 °C", "牛乳", "・卵"]), ("a\u{0}b\u{2028}c", ["a b", "c"]),
        (String(repeating: "x", count: 81), [String(repeating: "x", count: 79) + "…"]),
        (String(repeating: "x", count: 80), [String(repeating: "x", count: 80)]),
    ])
    func eachLineIsAnItem(text: String, titles: [String]) {
        #expect(SharedItems(SharedContent(text: text)).titles == titles)
    }

    @Test func aLinkIsAnItemWithItsTitle() {
        let url = "https://example.org/cake/"
        #expect(SharedItems(SharedContent(title: " Cheese\ncake ", urls: [url])).titles == ["Cheese cake"])
        #expect(SharedItems(SharedContent(urls: [url])).titles == ["example.org/cake"])
        let two = SharedContent(title: "T", text: "Milk", urls: [url, "http://b.example"])
        #expect(SharedItems(two).titles == ["Milk", "example.org/cake", "b.example"])
    }

    @Test func onlySoManyAreAddedAtATime() {
        let text = (1...60).map { "Item \($0)" }.joined(separator: "\n")
        let items = SharedItems(SharedContent(text: text))
        #expect(items.titles.count == SharedItems.limit)
        #expect(items.leftOut == 10)
        let message = texts.added("Item 1", andMore: 49, leftOut: 10)
        #expect(message == "“Item 1” and 49 more items were added. The rest was too much.")
    }

    @Test func everySentenceIsInEachLanguage() {
        for (count, rest) in [(0, 0), (1, 0), (5, 0), (5, 1)] {
            #expect(Set(["en", "de", "ja"].map { Texts($0).added("x", andMore: count, leftOut: rest) }).count == 3)
        }
        #expect(Set(["en", "de", "ja"].map { Texts($0).nothingShared }).count == 3)
    }
}
