import Foundation
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
        #expect(tokens.dropFirst().allSatisfy { links.use($0) == .today })
    }

    @Test(arguments: ["/", "/notifications", "/notifications?answer=7&action=edit%20List", "/open?url=a%3A"])
    func aLinkLeadsToAPage(path: String) throws {
        let links = OneTimeLinks()
        let page = try #require(PagePath(path))
        #expect(links.use(links.make(to: page)) == page)
        #expect(page.text == path)
    }

    @Test(arguments: [
        "", "notifications", "//evil.example", "/\\evil.example", "http://evil.example", "/a b", "/a\r\nSet-Cookie: x",
        "/\u{0}", "/ü", "/" + String(repeating: "a", count: 2048),
    ])
    func whatIsNoPathOfThisSurfaceIsNone(path: String) {
        #expect(PagePath(path) == nil)
    }

    @Test(arguments: [("", "", true), ("ab", "ab", true), ("ab", "ac", false), ("ab", "abc", false)])
    func hashesAreComparedWhole(left: String, right: String, areEqual: Bool) {
        #expect(Token.equal(left, right) == areEqual)
    }
}
