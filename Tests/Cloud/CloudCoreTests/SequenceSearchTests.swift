import CloudCore
import Synchronization
import Testing

@Suite struct SequenceSearchTests {
    /// A byte that counts how often it is compared.
    private struct CountedByte: Equatable {
        let byte: UInt8
        let counter: Counter

        static func == (left: Self, right: Self) -> Bool {
            left.counter.count.withLock { $0 += 1 }
            return left.byte == right.byte
        }
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    @Test(arguments: [
        ("", "", true), ("", "a", true), ("a", "", false), ("a", "a", true), ("ab", "a", false), ("ab", "aab", true),
        ("aab", "aaab", true), ("abcabd", "abcabcabd", true), ("abcabd", "abcabcabe", false),
        ("aabaaa", "aabaabaaab", true), ("nano", "nannano", true), ("ü", "für", true), ("u", "für", false),
    ])
    func aPartIsFoundOrNot(part: String, text: String, isThere: Bool) {
        #expect(SequenceSearch(part.utf8).isIn(text.utf8) == isThere)
    }

    @Test func everyPartOfATextIsFound() {
        let text = Array("abaababaabaab")
        for start in text.indices {
            for end in start..<text.count {
                #expect(SequenceSearch(text[start...end]).isIn(text))
                #expect(!SequenceSearch(text[start...end] + ["c"]).isIn(text))
            }
        }
    }

    @Test(arguments: [
        (String(repeating: "a", count: 255) + "b", String(repeating: "a", count: 2048)),
        ("b" + String(repeating: "a", count: 255), String(repeating: "a", count: 2048)),
        (String(repeating: "a", count: 1023) + "b", String(repeating: "a", count: 1023) + "c"),
        (String(repeating: "ab", count: 200) + "c", String(repeating: "ab", count: 1000)),
        (
            String(repeating: "a", count: 128) + "b" + String(repeating: "a", count: 127),
            String(repeating: "a", count: 2048)
        ),
    ])
    func aSearchIsLinearHoweverAlikePartAndTextAre(part: String, text: String) {
        let counter = Counter()
        let search = SequenceSearch(part.utf8.map { CountedByte(byte: $0, counter: counter) })
        #expect(!search.isIn(text.utf8.map { CountedByte(byte: $0, counter: counter) }))
        #expect(counter.count.withLock { $0 } <= 3 * (part.utf8.count + text.utf8.count))
    }
}
