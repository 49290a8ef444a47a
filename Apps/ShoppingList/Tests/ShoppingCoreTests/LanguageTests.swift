import Testing
import TodayKit

@testable import ShoppingCore

/// Shopping List in German and Japanese.
@Suite struct LanguageTests {
    private static let today = CivilDay(year: 2026, month: 11, day: 21)

    @Test(arguments: [
        (1, "1 thing to buy", "買うもの 1 点", "1 Artikel zu kaufen"),
        (0, "0 things to buy", "買うもの 0 点", "0 Artikel zu kaufen"),
        (2, "2 things to buy", "買うもの 2 点", "2 Artikel zu kaufen"),
    ])
    func aNumberOfThingsHasItsPlural(count: Int, english: String, japanese: String, german: String) {
        #expect(Texts("en-US").toBuy(count) == english)
        #expect(Texts("ja-JP").toBuy(count) == japanese)
        #expect(Texts("de-AT").toBuy(count) == german)
        #expect(Texts("fr-FR").toBuy(count) == english)
    }

    @Test(arguments: [
        ("de-DE", Reminder(.once(today), hour: 8, minute: 5), "Samstag, 21. November 2026, um 08:05"),
        ("de-DE", Reminder(.weekly(weekday: 1), hour: 0, minute: 0), "Jeden Sonntag um 00:00"),
        ("de-DE", Reminder(.daily, hour: 18, minute: 0), "Jeden Tag um 18:00"),
        ("ja-JP", Reminder(.once(today), hour: 8, minute: 5), "2026年11月21日（土曜日）8:05"),
        ("ja-JP", Reminder(.weekly(weekday: 7), hour: 0, minute: 0), "毎週土曜日 0:00"),
        ("ja-JP", Reminder(.daily, hour: 18, minute: 0), "毎日 18:00"),
        ("en-US-u-hc-h23", Reminder(.daily, hour: 18, minute: 0), "Every day at 18:00"),
        ("en-GB", Reminder(.daily, hour: 18, minute: 0), "Every day at 18:00"),
        ("de-DE-u-hc-h12", Reminder(.daily, hour: 18, minute: 0), "Jeden Tag um 6:00\u{a0}PM"),
        ("ja-JP-u-hc-h12", Reminder(.daily, hour: 0, minute: 5), "毎日 12:05\u{a0}AM"),
    ])
    func aReminderIsSaidInTheLanguage(language: String, reminder: Reminder, text: String) {
        #expect(Texts(language).at(reminder) == text)
    }

    @Test(arguments: ["de-DE", "ja-JP"])
    func noPageIsLeftInEnglish(language: String) throws {
        func words(_ language: String) throws -> Set<String> {
            let texts = Texts(language)
            let items = (0..<9).map { ShoppingItem(id: "\($0)", title: "\($0)", done: $0 == 1) }
            let empty = ListPage(list: ItemList(), today: Self.today, texts: texts)
            let full = ListPage(
                list: ItemList(items: items),
                problem: texts.unreadable("f", reason: texts.tooLarge),
                reminder: ReminderStatus(reminder: Reminder(.daily, hour: 1, minute: 2), note: texts.notAllowed),
                today: Self.today,
                texts: texts
            )
            let many = WidgetCards.content(ItemList(items: items), texts)
            let cards = [
                empty.content.card, full.content.card, many.compact, many.expanded,
                WidgetCards.content(ItemList(), texts).compact,
                HistoryPage(products: [], texts: texts).content.card,
                HistoryPage(products: [1, 2].map { .init(title: "\($0)", count: $0) }, texts: texts).content.card,
            ]
            let json = try cards.compactMap(\.self).map { try JSONValue(encoding: $0).jsonText }.joined()
            return Set(json.matches(of: #/"(?:text|title|label|placeholder|tooltip)":"([^"]*)"/#).map { String($0.1) })
        }
        let same = try words("en-US").intersection(words(language)).filter { $0.contains(#/[A-Za-z]{2}/#) }
        #expect(same == [])
    }

    @Test func everyMistakeIsInEachLanguage() {
        for mistake in [ItemList.Mistake.notJSON, .newer, .noList] {
            let phrases = ["en", "de", "ja"].map { Texts($0).phrase(mistake) }
            #expect(Set(phrases).count == 3)
        }
    }
}
