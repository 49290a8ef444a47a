import Testing
import TodayKit

@testable import ShoppingCore

@Suite struct ItemTests {
    @Test func itemsAreAddedTickedAndTakenOff() throws {
        var list = ItemList()
        try list.add(ShoppingItem(id: "1", title: "Milk"))
        try list.add(ShoppingItem(id: "2", title: "Bread"))
        try list.set("1", done: true)
        try list.set("1", done: true)
        #expect(list.toBuy.map(\.title) == ["Bread"])
        #expect(list.bought.map(\.title) == ["Milk"])
        try list.set("1", done: false)
        for _ in 1...2 { list.remove(change: "b") { $0.id == "2" } }
        #expect(list.items.map(\.title) == ["Milk"])
        list.remove(change: "c")
        list.remove(change: "c")
        #expect(list.items == [])
    }

    @Test func whatWasRemovedIsPutBackInItsPlaceOnce() throws {
        let all = (1...5).map { ShoppingItem(id: "\($0)", title: "Item \($0)", done: $0.isMultiple(of: 2)) }
        var list = ItemList(items: all)
        list.remove(change: "a") { $0.done }
        #expect(list.items.map(\.id) == ["1", "3", "5"])
        // A repetition of the change, which the file does not see a second time, would have removed nothing.
        list.remove(change: "b") { $0.id == "9" }
        try list.restore(change: "a", texts)
        #expect(list.items == all)
        #expect(throws: Failure(texts.cannotBeReturned)) { try list.restore(change: "a", texts) }
        list.remove(change: "c")
        try list.add(ShoppingItem(id: "new", title: "New"))
        #expect(throws: Failure(texts.cannotBeReturned)) { try list.restore(change: "a", texts) }
        try list.restore(change: "c", texts)
        #expect(list.items.map(\.id) == ["1", "2", "3", "4", "5", "new"])
    }

    @Test func anItemThatIsGoneCannotBeTicked() {
        var list = ItemList()
        #expect(throws: Failure(texts.itemIsGone)) { try list.set("1", done: true) }
    }

    @Test func theListIsLimited() throws {
        var list = ItemList()
        for number in 1...ItemList.limit { try list.add(ShoppingItem(id: "\(number)", title: "x")) }
        let error = #expect(throws: InvalidInputs.self) { try list.add(ShoppingItem(id: "one more", title: "x")) }
        #expect(error?.messages == ["item": texts.listIsFull(500)])
    }

    @Test(arguments: [
        ("Milk", "Milk"), ("  Milk \t", "Milk"), ("*2* [eggs]", "*2* [eggs]"), ("牛乳 🥛", "牛乳 🥛"), ("-", "-"),
    ])
    func aTitleIsTaken(text: String, title: String) throws {
        #expect(try ItemForm.title(from: ["item": text]) == title)
    }

    @Test(arguments: [
        (nil, texts.titleMissing), ("", texts.titleMissing), (" \n", texts.titleMissing),
        (String(repeating: "x", count: 81), texts.titleTooLong(80)), ("a\nb", texts.titleNotPlain),
        ("a\u{0}b", texts.titleNotPlain), ("a\u{2028}b", texts.titleNotPlain),
        ("e" + String(repeating: "\u{301}", count: 2_000), texts.titleTooLong(80)),
    ])
    func aTitleThatWillNotDoIsRefused(text: String?, sentence: String) throws {
        let inputs = text.map { ["item": $0] } ?? [:]
        let error = try #require(throws: InvalidInputs.self) { try ItemForm.title(from: inputs) }
        #expect(error.messages == ["item": sentence])
    }
}
