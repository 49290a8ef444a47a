import Testing

@testable import DeviceSync

@Suite struct TopicTagTests {
    @Test(arguments: [
        ("stew", "🍲"), ("warning", "⚠️"), ("+1", "👍"), ("-1", "👎"), ("tada", "🎉"), ("rotating_light", "🚨"),
        ("robot", "🤖"), ("calendar", "📆"), ("zzz", "💤"), ("de", "🇩🇪"), ("washing_machine", nil), ("home", nil),
        ("Stew", nil), ("", nil),
    ])
    func aCodeStandsForItsEmoji(tag: String, symbol: String?) { #expect(TopicTag.symbols[tag] == symbol) }

    @Test func theTableIsSortedAndHasOneEmojiForEachCode() {
        let words = TopicTag.table.split { $0 == " " || $0 == "\n" }
        #expect(words.count.isMultiple(of: 2))
        #expect(TopicTag.symbols.count == words.count / 2)
        let names = stride(from: 0, to: words.count, by: 2).map { Array(words[$0].utf8) }
        for (name, next) in zip(names, names.dropFirst()) {
            #expect(name.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
        }
        for (name, symbol) in TopicTag.symbols {
            #expect(symbol.count == 1, "\(name)")
            #expect(symbol.unicodeScalars.contains { $0.value > 0x2000 }, "\(name)")
            #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(name)")
        }
    }
}
