import Foundation
import HTTPServing
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import NetworkAddresses
import PushEncoding
import SurfaceTestSupport
import Testing
import WebAuthn
import WebAuthnTestSupport

@testable import TodayWeb

/// Adding a passkey in Settings, and signing in with it.
@Suite struct PasskeyTests {
    private static func origin(_ url: String) throws -> WebOrigin {
        WebOrigin(
            PublicAddress(
                listen: ListenAddress(host: "127.0.0.1", port: 8090),
                url: try #require(PublicURL(url)),
                protection: .proxies([])
            )
        )
    }

    /// A browser at the public address that may act, and is called Phone.
    private func phone(host: StubHost? = nil) async throws -> TestBrowser {
        let browser = TestBrowser(host: host, origin: try Self.origin("https://today.example.org"))
        let pairing = PairPage.path(of: browser.pairings.make(DeviceGrant(rights: .act)))
        #expect(try await browser.send(.post, pairing, body: "name=Phone").status == .seeOther)
        return browser
    }

    /// Sends JSON as a page's script does.
    private func post(
        _ path: String,
        _ body: JSONValue? = nil,
        from browser: TestBrowser,
        at peer: String? = nil
    ) async throws -> TestBrowser.Answer {
        let text = body.map { String(decoding: $0.jsonBytes(sortsNames: true), as: UTF8.self) }
        return try await browser.send(.post, path, body: text, from: peer)
    }

    /// What a route answered.
    private func json(_ answer: TestBrowser.Answer) throws -> JSONValue {
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONValue(parsing: answer.text)
    }

    /// The answer of the page to a challenge, as a new passkey.
    private func registration(
        of authenticator: inout TestAuthenticator,
        challenge: String?
    ) throws -> JSONValue {
        authenticator.client["challenge"] = challenge
        let registration = try authenticator.registration()
        return [
            "clientData": .string(Base64URL.encode(registration.clientDataJSON)),
            "authenticatorData": .string(Base64URL.encode(registration.authenticatorData)),
        ]
    }

    /// The answer of the page to a challenge, as a sign-in.
    private func assertion(
        of authenticator: inout TestAuthenticator,
        challenge: String?,
        userHandle: String?,
        counts: Bool = true
    ) throws -> JSONValue {
        authenticator.client["challenge"] = challenge
        if counts { authenticator.signCount += 1 }
        let assertion = try authenticator.assertion()
        return [
            "id": .string(Base64URL.encode(authenticator.id)), "userHandle": .string(userHandle ?? ""),
            "clientData": .string(Base64URL.encode(assertion.clientDataJSON)),
            "authenticatorData": .string(Base64URL.encode(assertion.authenticatorData)),
            "signature": .string(Base64URL.encode(assertion.signature)),
        ]
    }

    /// Adds a passkey to the device of a browser; returns what its authenticator stores as the id of the account.
    private func add(_ authenticator: inout TestAuthenticator, to browser: TestBrowser) async throws -> String {
        let wanted = try json(try await post("/api/passkeys/challenge", from: browser))
        let challenge = try #require(wanted["challenge"]?.stringValue)
        let body = try registration(of: &authenticator, challenge: challenge)
        #expect(try await post("/api/passkeys", body, from: browser).status == .noContent)
        return challenge
    }

    /// A challenge for signing in.
    private func challenge(_ browser: TestBrowser) async throws -> String? {
        try json(try await post("/passkeys/challenge", from: browser))["challenge"]?.stringValue
    }

    private func hash(of browser: TestBrowser) throws -> String {
        try #require(browser.cookies["__Host-today_session"].flatMap(Token.init(sent:))).hash
    }

    // MARK: - What is right

    @Test func aPasskeySignsInWithTheNameAndRightsOfItsDevice() async throws {
        let browser = try await phone()
        let host = browser.host
        var authenticator = TestAuthenticator()
        let wanted = try json(try await post("/api/passkeys/challenge", from: browser))
        #expect(wanted["relyingParty"] == "today.example.org" && wanted["account"] == "Phone" && wanted["known"] == [])
        let account = try await add(&authenticator, to: browser)
        let again = try json(try await post("/api/passkeys/challenge", from: browser))
        #expect(again["known"] == [.string(Base64URL.encode(authenticator.id))])
        #expect(try await browser.send(.post, "/sign-out", body: "").status == .seeOther)
        #expect(browser.cookies.isEmpty)
        #expect(try await browser.send(.get, "/").status == .unauthorized)

        let body = try assertion(of: &authenticator, challenge: try await challenge(browser), userHandle: account)
        let signedIn = try await post("/passkeys/sign-in", body, from: browser)
        #expect(signedIn.status == .noContent && signedIn.headers[.setCookie]?.contains("Secure") == true)
        #expect(try await browser.send(.get, "/").headers[PageRights.field] == "act")
        let device = try hash(of: browser)
        #expect(host.with { $0.devices[device] } == StubDevice(name: "Phone", rights: .act))
        #expect(host.with(\.sessions).count == 1)
        #expect(host.sent(SignInWithPasskeyRequest.self).map(\.signCount) == [2])
    }

    @Test func whoSignsInWithAPasskeyLeavesTheDeviceThatTheBrowserWas() async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        let account = try await add(&authenticator, to: browser)
        let other = try await phone(host: browser.host)
        let left = try hash(of: other)
        let body = try assertion(of: &authenticator, challenge: try await challenge(other), userHandle: account)
        #expect(try await post("/passkeys/sign-in", body, from: other).status == .noContent)
        #expect(try hash(of: other) != left && browser.host.with { $0.sessions[left] } == nil)
        // The first browser's place is taken.
        #expect(try await browser.send(.get, "/").status == .unauthorized)
    }

    // MARK: - What is wrong

    @Test(arguments: [true, false]) func anAssertionWorksOnce(countsSignatures: Bool) async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        authenticator.signCount = countsSignatures ? 1 : 0
        let account = try await add(&authenticator, to: browser)
        let body = try assertion(
            of: &authenticator,
            challenge: try await challenge(browser),
            userHandle: account,
            counts: countsSignatures
        )
        #expect(try await post("/passkeys/sign-in", body, from: browser).status == .noContent)
        let stranger = TestBrowser(host: browser.host, origin: browser.origin)
        let refused = [browser, stranger]
        for each in refused {
            let again = try await post("/passkeys/sign-in", body, from: each, at: "203.0.113.7")
            #expect(again.status == .forbidden && again.headers[.setCookie] == nil)
            #expect(again.text.contains("This passkey does not sign in here."))
            #expect(each.wrongLinks.takeEntries() == ["1, from 203.0.113.7"])
        }
        #expect(browser.host.sent(SignInWithPasskeyRequest.self).count == 1)
    }

    /// One thing that is wrong with a sign-in.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout [String: JSONValue]) -> Void
    }

    private static let wrong: [Wrong] =
        ["id", "userHandle", "clientData", "authenticatorData", "signature"].flatMap { name in
            [
                Wrong(testDescription: "no \(name)") { $0[name] = nil },
                Wrong(testDescription: "an empty \(name)") { $0[name] = "" },
                Wrong(testDescription: "another \(name)") { $0[name] = "AAAA" },
                Wrong(testDescription: "no base64url as \(name)") { $0[name] = "a+/=" },
                Wrong(testDescription: "a number as \(name)") { $0[name] = 1 },
                Wrong(testDescription: "a long \(name)") { $0[name] = .string(String(repeating: "A", count: 12_000)) },
            ]
        }

    @Test(arguments: wrong) func whatIsWrongSignsNobodyInAndIsCounted(wrong: Wrong) async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        let account = try await add(&authenticator, to: browser)
        let challenge = try await challenge(browser)
        let right = try #require(
            try assertion(of: &authenticator, challenge: challenge, userHandle: account).objectValue
        )
        var body = right
        wrong.change(&body)
        let stranger = TestBrowser(host: browser.host, origin: browser.origin)
        let refused = try await post("/passkeys/sign-in", .object(body), from: stranger, at: "203.0.113.7")
        #expect(refused.status == .forbidden && stranger.cookies.isEmpty)
        #expect(stranger.wrongLinks.takeEntries() == ["1, from 203.0.113.7"])
        // The mistake is what was wrong.
        #expect(try await post("/passkeys/sign-in", .object(right), from: browser).status == .noContent)
    }

    @Test(arguments: ["", "null", "[]", "{", "{\"id\":{\"id\":{\"id\":{\"id\":1}}}}"])
    func whatIsNoObjectSignsNobodyIn(body: String) async throws {
        let browser = try await phone()
        #expect(try await browser.send(.post, "/passkeys/sign-in", body: body).status == .forbidden)
        #expect(try await browser.send(.post, "/api/passkeys", body: body).status == .badRequest)
        let long = String(repeating: " ", count: PasskeyController.bodyLimit + 1)
        #expect(try await browser.send(.post, "/passkeys/sign-in", body: long).status == .contentTooLarge)
    }

    @Test func tooManyWrongPasskeysAreRefusedAndARightOneGetsThrough() async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        let account = try await add(&authenticator, to: browser)
        for _ in 0..<WrongLinks.limit {
            let wrong = try await post("/passkeys/sign-in", ["id": "AAAA"], from: browser, at: "203.0.113.7")
            #expect(wrong.status == .forbidden)
        }
        let refused = try await post("/passkeys/sign-in", ["id": "AAAA"], from: browser, at: "203.0.113.7")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
        // Wrong links count together with them.
        let link = "/link/" + String(repeating: "A", count: 43)
        #expect(try await browser.send(.get, link, from: "203.0.113.7").status == .tooManyRequests)
        let elsewhere = try await post("/passkeys/sign-in", ["id": "AAAA"], from: browser, at: "203.0.113.8")
        #expect(elsewhere.status == .forbidden)
        let body = try assertion(of: &authenticator, challenge: try await challenge(browser), userHandle: account)
        #expect(try await post("/passkeys/sign-in", body, from: browser, at: "203.0.113.7").status == .noContent)
        #expect(browser.wrongLinks.takeEntries() == ["22, from 203.0.113.7", "1, from 203.0.113.8"])
    }

    @Test func thePasskeyOfARemovedDeviceSignsNobodyIn() async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        let account = try await add(&authenticator, to: browser)
        let other = try await phone(host: browser.host)
        var second = TestAuthenticator()
        second.id = [9]
        _ = try await add(&second, to: other)
        let hash = try hash(of: browser)
        other.host.with { state in for key in state.sessions.keys { state.devices[key]?.rights = .change } }
        #expect(try await other.send(.post, "/sessions/\(hash)/sign-out", body: "").status == .seeOther)
        let body = try assertion(of: &authenticator, challenge: try await challenge(browser), userHandle: account)
        #expect(try await post("/passkeys/sign-in", body, from: browser).status == .forbidden)
    }

    @Test func challengesOfOneDeviceAndPurposeAreNoOthers() async throws {
        let (browser, other) = (try await phone(), try await phone())
        var authenticator = TestAuthenticator()
        let wanted = try json(try await post("/api/passkeys/challenge", from: browser))["challenge"]?.stringValue
        // Another host, and signing in.
        var body = try registration(of: &authenticator, challenge: wanted)
        #expect(try await post("/api/passkeys", body, from: other).status == .badRequest)
        let account = try await add(&authenticator, to: browser)
        body = try registration(of: &authenticator, challenge: try await challenge(browser))
        #expect(try await post("/api/passkeys", body, from: browser).status == .badRequest)
        body = try assertion(of: &authenticator, challenge: wanted, userHandle: account)
        #expect(try await post("/passkeys/sign-in", body, from: browser).status == .forbidden)
        // One challenge, one passkey.
        authenticator.id = [8]
        body = try registration(of: &authenticator, challenge: account)
        #expect(try await post("/api/passkeys", body, from: browser).status == .badRequest)
        #expect(browser.host.with(\.devices.passkeys).count == 1)
    }

    @Test func anotherDeviceOfTheHostCannotUseAChallenge() async throws {
        let browser = try await phone()
        let challenge = try json(try await post("/api/passkeys/challenge", from: browser))["challenge"]?.stringValue
        // The browser signs in as another device.
        let pairing = PairPage.path(of: browser.pairings.make(DeviceGrant(rights: .act)))
        _ = try await browser.send(.post, pairing, body: "name=Other")
        var authenticator = TestAuthenticator()
        let body = try registration(of: &authenticator, challenge: challenge)
        #expect(try await post("/api/passkeys", body, from: browser).status == .badRequest)
    }

    @Test(arguments: ["/passkeys/challenge", "/passkeys/sign-in", "/api/passkeys/challenge", "/api/passkeys"])
    func onlyOwnPagesAsk(path: String) async throws {
        let browser = try await phone()
        for (site, origin) in [("cross-site", "https://evil.example"), ("same-site", "https://x.example.org")] {
            let headers = ["Sec-Fetch-Site": site, "Origin": origin]
            #expect(try await browser.send(.post, path, body: "{}", headers: headers).status == .forbidden)
        }
    }

    // MARK: - Who may, and where

    @Test func aPasskeyNeedsThePasscode() async throws {
        let browser = try await phone()
        browser.host.with { $0.notifications.passcode = "1234" }
        let refused = try await post("/api/passkeys/challenge", from: browser)
        #expect(refused.status == .forbidden && refused.text.contains("passcodeRequired"))
        #expect(try await post("/api/passcode/unlock", ["passcode": "1234"], from: browser).status == .noContent)
        #expect(try await post("/api/passkeys/challenge", from: browser).status == .ok)
    }

    @Test func aDeviceRemovesItsOwnPasskeysAndOneThatMayChangeSettingsAll() async throws {
        let browser = try await phone()
        let other = try await phone(host: browser.host)
        var (authenticator, second) = (TestAuthenticator(), TestAuthenticator())
        second.id = [9]
        _ = try await add(&authenticator, to: browser)
        _ = try await add(&second, to: other)
        func path(_ id: [UInt8]) -> String { "/settings/passkeys/\(Passkey.id(of: Data(id)))/remove" }
        let settings = try await browser.send(.get, "/settings").text
        #expect(settings.contains(path(authenticator.id)) && !settings.contains(path(second.id)))
        #expect(try await browser.send(.post, path(second.id), body: "").status == .forbidden)
        let removed = try await browser.send(.post, path(authenticator.id), body: "")
        #expect(removed.headers[.location] == "/settings#sessions")
        #expect(browser.host.with(\.devices.passkeys).map(\.id) == [Passkey.id(of: Data(second.id))])
        let device = try hash(of: browser)
        browser.host.with { $0.devices[device]?.rights = .change }
        let page = try await browser.send(.get, "/settings/devices/\(try hash(of: other))").text
        #expect(page.contains(path(second.id)))
        #expect(try await browser.send(.post, path(second.id), body: "").status == .seeOther)
        #expect(browser.host.with(\.devices.passkeys).isEmpty)
    }

    @Test func passkeysAreOfferedWhereTheyCanBe() async throws {
        for (url, isOffered) in [
            ("https://today.example.org", true), ("https://nas:8443", true), ("https://203.0.113.7", false),
            ("https://203.0.113.7:8443", false), ("https://[2001:db8::1]:8443", false),
        ] {
            let browser = try await TestBrowser.signedIn(origin: try Self.origin(url))
            #expect(try await browser.send(.get, "/settings").text.contains("data-passkey>") == isOffered, "\(url)")
            let begun = try await post("/api/passkeys/challenge", from: browser)
            #expect(begun.status == (isOffered ? .ok : .notFound), "\(url)")
            let stranger = TestBrowser(host: browser.host, origin: browser.origin)
            let page = try await stranger.send(.get, "/")
            #expect(page.status == .unauthorized && page.text.contains("id=\"passkey\"") == isOffered, "\(url)")
            #expect(page.text.contains(Assets.signInScriptPath) == isOffered, "\(url)")
        }
        let local = try await TestBrowser.signedIn()
        #expect(try await !local.send(.get, "/settings").text.contains("data-passkey>"))
        #expect(try await !TestBrowser(host: local.host).send(.get, "/").text.contains("<script"))
        for path in ["/passkeys/challenge", "/passkeys/sign-in", "/api/passkeys/challenge", "/api/passkeys"] {
            #expect(try await post(path, [:], from: local).status == .notFound)
        }
    }

    @Test func thePageOffersNoSignInWithoutAPasskeyForItsAddress() async throws {
        let browser = try await phone()
        #expect(try await post("/passkeys/challenge", from: browser).status == .notFound)
        var authenticator = TestAuthenticator()
        let account = try await add(&authenticator, to: browser)
        #expect(try await post("/passkeys/challenge", from: browser).status == .ok)
        let moved = TestBrowser(host: browser.host, origin: try Self.origin("https://other.example.org"))
        #expect(try await post("/passkeys/challenge", from: moved).status == .notFound)
        authenticator.client["origin"] = "https://other.example.org"
        let body = try assertion(
            of: &authenticator,
            challenge: moved.challenges.make(for: .signingIn),
            userHandle: account
        )
        #expect(try await post("/passkeys/sign-in", body, from: moved).status == .forbidden)
    }

    @Test func settingsTellWhichDevicesAreSignedOut() async throws {
        let browser = try await phone()
        var authenticator = TestAuthenticator()
        _ = try await add(&authenticator, to: browser)
        #expect(try await browser.send(.get, "/settings").text.contains("1 passkey"))
        _ = try await browser.send(.post, "/sign-out", body: "")
        let settings = try await TestBrowser.signedIn(host: browser.host).send(.get, "/settings").text
        #expect(settings.contains("Signed out") && settings.contains("aria-label=\"Remove Phone\""))
        #expect(settings.contains("data-has-passkeys"))
    }
}
