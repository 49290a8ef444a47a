import Foundation
import HostStore
import Synchronization
import Testing

@testable import TodayWeb

@Suite struct OneTimeLinksTests {
    @Test func aTokenHas256BitsInACookiesAlphabet() throws {
        let tokens = (0..<50).map { _ in Token.random().text }
        #expect(Set(tokens).count == 50)
        for token in tokens {
            #expect(token.utf8.count == 43)
            #expect(token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        }
    }

    @Test func aLinkEndsAfterTenMinutes() throws {
        let now = Mutex(Date(timeIntervalSince1970: 1000))
        let links = OneTimeLinks(now: { now.withLock { $0 } })
        let early = links.make()
        let late = links.make()
        now.withLock { $0 += 599 }
        #expect(links.use(early) == .today)
        now.withLock { $0 += 1 }
        #expect(links.use(late) == nil)
    }

    @Test func theOldestGivesWayToTheSeventeenth() {
        let links = OneTimeLinks()
        let tokens = (0..<17).map { _ in links.make() }
        #expect(links.use(tokens[0]) == nil)
        #expect(tokens.dropFirst().allSatisfy { links.use($0) != nil })
    }

    @Test func aLinkKnowsWhereItLeads() {
        let links = OneTimeLinks()
        let scene = links.make(to: .address("shopping://list"))
        let answer = links.make(to: .answer(DeliveredID(rawValue: 7), action: "trash"))
        #expect(links.use(answer) == .answer(DeliveredID(rawValue: 7), action: "trash"))
        #expect(links.use(scene) == .address("shopping://list"))
    }

    @Test(arguments: [
        "//example.com", "https://example.com/", "/\\example.com", "x\r\nLocation: //example.com", "a&b=c#d", "",
    ])
    func whereverALinkLeadsIsAPageOfToday(text: String) {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%")
        for (destination, start) in [
            (LinkDestination.address(text), "/open?url="),
            (.answer(DeliveredID(rawValue: 7), action: text), "/notifications?answer=7&action="),
        ] {
            #expect(destination.path.hasPrefix(start))
            #expect(destination.path.dropFirst(start.count).allSatisfy(allowed.contains))
        }
    }

    @Test(arguments: [("", "", true), ("ab", "ab", true), ("ab", "ac", false), ("ab", "abc", false)])
    func hashesAreComparedWhole(left: String, right: String, areEqual: Bool) {
        #expect(Token.equal(left, right) == areEqual)
    }
}
