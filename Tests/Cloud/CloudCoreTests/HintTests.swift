import CloudStorage
import Testing

@testable import CloudCore

@Suite struct HintTests {
    private static func hint(_ change: (inout Hint) -> Void) -> Hint {
        var hint = Hint()
        change(&hint)
        return hint
    }

    @Test(arguments: [
        Hint.everything, hint { $0.shards = [0, 7] }, hint { $0.work = [.pushes, .topics] },
        hint { ($0.topics, $0.couriers) = (["alerts", "ü"], [CourierNumber(3)]) },
    ])
    func anotherNodeReadsWhatOneTells(hint: Hint) throws {
        #expect(Hint(text: hint.text(from: "a"), to: "b") == hint)
        #expect(Hint(text: hint.text(from: "a"), to: "a") == nil)
    }

    @Test func manyPartsAreEverythingSoThatATextIsShort() throws {
        let long = Self.hint { $0.shards = Set(0..<101) }
        let text = long.text(from: "a")
        #expect(Hint(text: text, to: "b") == .everything && text.utf8.count < 100)
        let names = (0..<100).map { index in String(repeating: "t", count: 61) + "\(100 + index)" }
        let longest = Self.hint { ($0.topics, $0.work) = (Set(names), Set(CloudWork.allCases)) }
        #expect(longest.text(from: Secret.random()).utf8.count < 8000)
    }

    /// Whoever may write to the bus can send such texts.
    @Test(arguments: [
        "", "{", "[]", "7", "\"\"", "null", "{}", #"{"shards":[1]}"#, #"{"node":7,"all":true}"#, "\u{0}\u{1}",
        #"{"node":"a","x":[[[[[[1]]]]]]}"#,
    ])
    func aTextThatIsNoHintIsIgnored(text: String) { #expect(Hint(text: text, to: "b") == nil) }

    @Test func aTextThatIsTooLongOrTooDeepIsIgnored() {
        let many = String(repeating: "1,", count: 1 << 19)
        for text in [
            #"{"node":"a","shards":[\#(many)1]}"#, #"{"node":"a","topics":["\#(many)"]}"#,
            #"{"node":"a","x":\#(String(repeating: "[", count: 7000))"#,
        ] {
            // The text is no part of the expectation, which would print it.
            let isIgnored = Hint(text: text, to: "b") == nil
            #expect(isIgnored)
        }
        let longest = #"{"node":"a","topics":["\#(String(repeating: "x", count: 7900))"]}"#
        #expect(Hint(text: longest, to: "b")?.topics.count == 1)
    }

    @Test(arguments: [
        #"{"node":"a"}"#, #"{"node":"a","shards":{"x":1},"topics":7,"couriers":"x","work":[["pushes"]]}"#,
        #"{"node":"a","shards":["1",1.5,1e300,null],"work":["unknown"]}"#,
    ])
    func wrongPartsOfAHintAreLeftOut(text: String) { #expect(Hint(text: text, to: "b") == Hint()) }

    @Test func aPartOfANewerVersionIsEverything() {
        let hint = Hint(text: #"{"node":"a","shards":[-9223372036854775808,9223372036854775807],"x":1}"#, to: "b")
        #expect(hint?.isGeneral == true && hint?.shards == [.min, .max])
    }

    @Test func whatWaitsStaysSmallHoweverMuchIsHeard() throws {
        var waiting = Hint()
        for index: Int64 in 0..<100_000 { waiting.merge(Self.hint { $0.shards = [index, -index] }) }
        #expect(waiting == .everything)
        waiting.merge(Self.hint { ($0.work, $0.topics) = ([.pushes], ["x"]) })
        #expect(waiting == Self.hint { ($0.work, $0.isGeneral) = ([.pushes], true) })
    }
}
