import Crypto
import Foundation
import JSON
import PushEncoding
import Testing
import TodayTestSupport

@testable import APNs

@Suite struct ProviderTokenTests {
    private let key = P256.Signing.PrivateKey().pemRepresentation

    private func tokens() throws -> ProviderTokens {
        let credentials = try APNsCredentials(privateKey: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        return ProviderTokens(credentials: credentials)
    }

    /// APNs refuses a sender that makes a token more often than every 20 minutes, and a token that is an hour old.
    @Test func aTokenIsUsedForFortyMinutes() throws {
        let tokens = try tokens()
        let date = SettableDate()
        let first = try tokens.current(now: date.value)
        date.advance(by: 39 * 60)
        #expect(try tokens.current(now: date.value) == first)
        date.advance(by: 60)
        let second = try tokens.current(now: date.value)
        #expect(second != first)
        #expect(try tokens.current(now: date.value) == second)
    }

    /// Notifications that were under way with the same token share the next one.
    @Test func anExpiredTokenIsReplacedOnce() throws {
        let tokens = try tokens()
        let date = SettableDate()
        let first = try tokens.current(now: date.value)
        let second = try #require(try tokens.replacement(of: first, now: date.value))
        #expect(second != first)
        #expect(try tokens.replacement(of: first, now: date.value) == second)
        #expect(try tokens.replacement(of: second, now: date.value) == nil, "a second one at once does not help")
        date.advance(by: 20 * 60)
        #expect(try tokens.replacement(of: second, now: date.value) != nil)
    }

    /// The time of issue is what APNs compares, and a second is its unit.
    @Test func aRenewedTokenHasALaterTimeAlsoInTheSameSecond() throws {
        let tokens = try tokens()
        let date = SettableDate()
        let first = try tokens.current(now: date.value)
        let second = try #require(try tokens.replacement(of: first, now: date.value))
        #expect(try seconds(second) == seconds(first) + 1)
        #expect(try tokens.current(now: date.value) == second, "it is used like any other")
        // A clock that was set back decides itself: a token of the future would not be taken.
        date.advance(by: -3600)
        let third = try #require(try tokens.replacement(of: second, now: date.value))
        #expect(try seconds(third) == Int(date.value.timeIntervalSince1970))
    }

    /// The member `iat` of a token.
    private func seconds(_ token: String) throws -> Int {
        let claims = try #require(Base64URL.decode(String(token.split(separator: ".")[1])))
        return try #require(try JSONValue(parsing: claims)["iat"]?.integerValue)
    }

    /// A token of the future would not be taken.
    @Test func aClockThatIsSetBackMakesANewToken() throws {
        let tokens = try tokens()
        let date = SettableDate()
        let first = try tokens.current(now: date.value)
        date.advance(by: -3600)
        #expect(try tokens.current(now: date.value) != first)
    }

    @Test(arguments: [
        ("x", "ABC123DEFG", "DEF123GHIJ"), ("KEY", "ABC123DEF", "DEF123GHIJ"), ("KEY", "ABC123DEFG", ""),
        ("KEY", "ABC123DEF\"", "DEF123GHIJ"), ("KEY", "ABC123DEFG", "DEF123GHIÄ"), ("", "ABC123DEFG", "DEF123GHIJ"),
    ])
    func wrongCredentialsAreRefused(privateKey: String, keyID: String, teamID: String) {
        #expect(throws: APNsError.self) {
            try APNsCredentials(privateKey: privateKey == "KEY" ? key : privateKey, keyID: keyID, teamID: teamID)
        }
    }

    @Test(arguments: [("", 443), ("a b", 443), ("a/b", 443), ("ä", 443), ("a", 0), ("a", 65_536), ("a@b", 443)])
    func anotherServerIsRefused(host: String, port: Int) {
        #expect(throws: APNsError.self) { try APNsServer(host: host, port: port) }
    }

    @Test(arguments: ["", "x", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func otherAuthoritiesAreRefused(text: String) {
        #expect(throws: APNsError.self) { try APNsServer(host: "localhost", authorities: text) }
    }
}
