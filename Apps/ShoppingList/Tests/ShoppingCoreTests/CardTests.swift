import Testing
import TodayKit

@testable import ShoppingCore

@Suite struct CardTests {
    private static let today = CivilDay(year: 2026, month: 11, day: 21)

    private func list(_ toBuy: Int, bought: Int = 0) -> ItemList {
        let open = (0..<toBuy).map { ShoppingItem(id: "o\($0)", title: "Item \($0)") }
        let done = (0..<bought).map { ShoppingItem(id: "d\($0)", title: "Bought \($0)", done: true) }
        return ItemList(items: done + open)
    }

    private func text(_ card: Card?) throws -> String { try JSONValue(encoding: try #require(card)).jsonText }

    @Test func theWidgetShowsTheFirstFewAndACount() throws {
        let content = WidgetCards.content(list(8, bought: 2))
        try content.compact.validateForWidget()
        let compact = try text(content.compact)
        #expect(content.compact.header?.detail == "8 to buy")
        #expect(compact.contains("Item 5") && !compact.contains("Item 6") && !compact.contains("Bought"))
        #expect(compact.contains(#""url":"today-shopping://""#))
        try content.expanded?.validateForWidget()
        let expanded = try text(content.expanded)
        #expect(expanded.contains("Item 7") && !expanded.contains("Bought"))
        #expect(expanded.contains(#""url":"today-shopping://""#))
    }

    @Test func thereIsNoMoreToShowWhereEverythingShows() throws {
        let content = WidgetCards.content(list(6))
        #expect(content.expanded == nil)
        #expect(WidgetCards.content(list(1)).compact.header?.detail == "1 to buy")
    }

    @Test(arguments: [0, 3])
    func withNothingToBuyTheWidgetSaysSo(bought: Int) throws {
        let content = WidgetCards.content(list(0, bought: bought))
        #expect(content.expanded == nil)
        #expect(try text(content.compact).contains(texts.allDone))
        #expect(try text(content.compact).contains(#""url":"today-shopping://""#))
    }

    @Test func aTapInTheWidgetTicksAndUnticks() throws {
        let json = try text(WidgetCards.content(list(4, bought: 3)).compact)
        for action in [WidgetAction.set(id: "o0", done: true), .set(id: "d2", done: false)] {
            #expect(json.contains(try JSONValue(encoding: action).jsonText), "\(action)")
        }
        // What was bought last fills the room that is left.
        #expect(json.contains("Bought 1") && json.contains("Bought 2") && !json.contains("Bought 0"))
        try WidgetCards.content(list(2, bought: 3)).compact.validateForWidget()
    }

    @Test func thePageHasAllThatCanBeDone() throws {
        let page = ListPage(list: list(2, bought: 1), today: Self.today).content
        let json = try text(page.card)
        for action in [
            ShoppingAction.add, .clear, .remind, .set(id: "o0", done: true), .set(id: "d0", done: false),
            .remove(id: "o1"), .remove(id: "d0"), .clearBought,
        ] {
            #expect(json.contains(try JSONValue(encoding: action).jsonText), "\(action)")
        }
        #expect(!json.contains("stopReminding"))
        #expect(page.card.inputs.map(\.id) == ["item", "reminder-day", "reminder-time", "reminder-repeat"])
        #expect(page.card.inputs.allSatisfy { !$0.properties.isRequired })
        #expect(page.focus == nil)
        #expect(json.split(separator: "Bought 0").first?.contains("Item 1") == true)
    }

    @Test func theCursorStandsInTheFieldForANewItem() {
        let page = ListPage(list: ItemList(), today: Self.today, isEditing: true).content
        #expect(page.focus == "item")
        #expect(page.card.inputs.first?.id == "item")
    }

    @Test func everyItemOfAFullListIsOnOneOfThePages() throws {
        let long = String(repeating: "x", count: ItemForm.titleLimit)
        let items = (0..<ItemList.limit).map { index in
            ShoppingItem(id: "i\(index)", title: "\(index) \(long)", done: index.isMultiple(of: 3))
        }
        let list = ItemList(items: items)
        var found: Set<String> = []
        for (count, page) in [
            (list.toBuy.count, { ListPage(list: list, reminder: Self.reminder, page: $0, today: Self.today).content }),
            (list.bought.count, { BoughtPage(list: list, page: $0, texts: texts).content }),
        ] as [(Int, (Int) -> SceneContent)] {
            let pages = (count + ItemPager.length - 1) / ItemPager.length
            for number in 1...pages {
                let card = page(number).card
                #expect(try Card(json: card.json) == card)
                let json = try text(card)
                #expect(json.contains(#"page=\#(number + 1)""#) == (number < pages))
                found.formUnion(items.map(\.id).filter { json.contains("\"id\":\"\($0)\"") })
            }
            // A page that was deleted from under its reader is the last one.
            #expect(try text(page(pages + 5).card) == text(page(pages).card))
        }
        #expect(found.count == ItemList.limit)
    }

    private static let reminder = ReminderStatus(reminder: Reminder(.daily, hour: 8, minute: 0), note: "n")

    @Test func onlyAFewBoughtItemsAreOnTheListItself() throws {
        let json = try text(ListPage(list: list(1, bought: 7), today: Self.today).content.card)
        #expect(json.contains("Bought 4") && !json.contains("Bought 5"))
        #expect(json.contains("All 7 Bought Items") && json.contains("today-shopping://bought"))
        #expect(try text(BoughtPage(list: list(1, bought: 7), texts: texts).content.card).contains("Bought 6"))
    }

    @Test func anEmptyListSaysWhetherAnythingWasOnIt() throws {
        #expect(try text(ListPage(list: ItemList(), today: Self.today).content.card).contains(texts.nothingYet))
        var list = list(2)
        list.remove(change: "tap:1")
        let json = try text(ListPage(list: list, today: Self.today).content.card)
        #expect(!json.contains(texts.nothingYet) && json.contains(texts.nothingNow))
        #expect(json.contains("Put Back 2 Items"))
        #expect(json.contains(try JSONValue(encoding: ShoppingAction.restore(change: "tap:1")).jsonText))
    }

    @Test func theMarkOfAnItemHasAColumnOfItsOwn() throws {
        let list = ItemList(items: [ShoppingItem(id: "1", title: "חלב")])
        let json = try text(WidgetCards.content(list).compact)
        #expect(json.contains(#""text":"חלב""#) && json.contains(#""name":"Circle""#))
    }

    @Test func whatAPersonTypedIsNoMarkup() throws {
        let list = ItemList(items: [ShoppingItem(id: "1", title: "[x](http://y) {{TIME(2026-11-21T08:00:00Z)}}")])
        #expect(try !text(WidgetCards.content(list).compact).contains(#""text":"[x]("#))
        let page = try text(ListPage(list: list, today: Self.today).content.card)
        // The names of actions are not Markdown, so they are not escaped.
        #expect(!page.contains(#""text":"[x]("#))
    }

    @Test func theReminderStandsInItsForm() throws {
        let status = ReminderStatus(reminder: Reminder(.weekly(weekday: 2), hour: 7, minute: 5), note: "Because.")
        let json = try text(ListPage(list: ItemList(), reminder: status, today: Self.today).content.card)
        for part in [
            "Every Monday at 7:05\u{a0}AM", #""value":"07:05""#, #""value":"weekly""#, "Because\\\\.", "stopReminding",
        ] {
            #expect(json.contains(part), "\(part)")
        }
        #expect(json.contains(#""min":"2026-11-21""#) && json.contains(#""value":"2026-11-21""#))
    }

    @Test func aDayThatIsOverDoesNotStandInTheForm() throws {
        let day = CivilDay(year: 2026, month: 11, day: 20)
        let over = ReminderStatus(reminder: Reminder(.once(day), hour: 7, minute: 5))
        let json = try text(ListPage(list: ItemList(), reminder: over, today: Self.today).content.card)
        #expect(!json.contains("2026-11-20"))
        let later = CivilDay(year: 2026, month: 12, day: 24)
        let status = ReminderStatus(reminder: Reminder(.once(later), hour: 7, minute: 5))
        #expect(
            try text(ListPage(list: ItemList(), reminder: status, today: Self.today).content.card)
                .contains(#""value":"2026-12-24""#)
        )
    }

    @Test func aFileThatCannotBeReadIsSaidOnThePage() throws {
        let page = ListPage(
            list: ItemList(),
            problem: texts.unreadable("f.json", reason: texts.phrase(.notJSON)),
            today: Self.today
        )
        #expect(try text(page.content.card).contains("cannot be read"))
    }
}
