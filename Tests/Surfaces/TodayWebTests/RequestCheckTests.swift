import HTTPServing
import HTTPTypes
import Host
import HostModel
import NetworkAddresses
import SurfaceTestSupport
import Testing

@testable import TodayWeb

@Suite struct RequestCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method: HTTPRequest.Method = .get
        var path = "/"
        var authority: String? = "abcdefgh.localhost:4000"
        var origin: String?
        var site: String?
        var mode: String?
        var refusal: RequestCheck.Refusal?
        var testDescription: String {
            "\(method) \(path) at \(authority ?? "-") origin \(origin ?? "-") site \(site ?? "-")"
        }
    }

    static let own = "http://abcdefgh.localhost:4000"

    @Test(arguments: [
        Case(refusal: nil),
        Case(authority: "ABCDEFGH.localhost:4000", refusal: nil),
        Case(site: "cross-site", refusal: nil),
        Case(path: "/link/x", site: "cross-site", refusal: nil),
        Case(path: "http://evil.example/", refusal: .ambiguous),
        Case(path: "http://abcdefgh.localhost:4000/", refusal: .ambiguous),
        Case(path: "*", refusal: .ambiguous),
        Case(path: "", refusal: .ambiguous),
        Case(authority: nil, refusal: .wrongHost),
        Case(authority: "localhost:4000", refusal: .wrongHost),
        Case(authority: "127.0.0.1:4000", refusal: .wrongHost),
        Case(authority: "localhost:4000", site: "none", refusal: .wrongHost),
        Case(authority: "localhost:4000", site: "none", mode: "navigate", refusal: .wrongName),
        Case(authority: "127.0.0.1:4000", site: "none", mode: "navigate", refusal: .wrongName),
        Case(authority: "localhost:4000", site: "cross-site", mode: "navigate", refusal: .wrongHost),
        Case(authority: "localhost:4000", site: "none", mode: "no-cors", refusal: .wrongHost),
        Case(authority: "evil.example:4000", site: "none", mode: "navigate", refusal: .wrongHost),
        Case(authority: "abcdefgh.localhost", refusal: .wrongHost),
        Case(authority: "abcdefgh.localhost:4001", refusal: .wrongHost),
        Case(authority: "evil.example:4000", refusal: .wrongHost),
        Case(authority: "abcdefgh.localhost:4000.evil.example", refusal: .wrongHost),
        Case(method: .post, path: "/api/taps", origin: own, site: "same-origin", refusal: nil),
        Case(method: .post, path: "/api/taps", origin: own, refusal: nil),
        Case(method: .post, path: "/api/taps", site: "same-origin", refusal: nil),
        Case(method: .post, path: "/api/taps", refusal: .wrongOrigin),
        Case(method: .post, path: "/api/taps", origin: "null", refusal: .wrongOrigin),
        Case(method: .post, path: "/sign-out", origin: "null", site: "same-origin", refusal: nil),
        Case(method: .post, path: "/sign-out", origin: "null", site: "cross-site", refusal: .wrongOrigin),
        Case(method: .post, path: "/api/taps", origin: "http://evil.example", refusal: .wrongOrigin),
        Case(method: .post, path: "/api/taps", origin: "http://other.localhost:4000", refusal: .wrongOrigin),
        Case(method: .post, path: "/api/taps", origin: own, site: "cross-site", refusal: .wrongOrigin),
        Case(method: .post, path: "/sign-out", site: "same-site", refusal: .wrongOrigin),
        Case(method: .put, path: "/api/screen", site: "none", refusal: .wrongOrigin),
        Case(method: .post, path: "/share", origin: "null", site: "none", mode: "navigate", refusal: nil),
        Case(method: .post, path: "/share", site: "none", mode: "navigate", refusal: nil),
        Case(method: .post, path: "/share", origin: own, site: "same-origin", mode: "navigate", refusal: nil),
        Case(
            method: .post,
            path: "/share",
            origin: "null",
            site: "cross-site",
            mode: "navigate",
            refusal: .wrongOrigin
        ),
        Case(method: .post, path: "/share", origin: "null", site: "same-site", mode: "navigate", refusal: .wrongOrigin),
        Case(
            method: .post,
            path: "/share",
            origin: "http://evil.example",
            site: "none",
            mode: "navigate",
            refusal: .wrongOrigin
        ),
        Case(method: .post, path: "/share", origin: "null", mode: "navigate", refusal: .wrongOrigin),
        Case(method: .post, path: "/share", origin: "null", site: "none", mode: "cors", refusal: .wrongOrigin),
        Case(method: .post, path: "/share", origin: "null", site: "none", refusal: .wrongOrigin),
        Case(method: .post, path: "/share/x", origin: "null", site: "none", mode: "navigate", refusal: .wrongOrigin),
        Case(method: .put, path: "/share", origin: "null", site: "none", mode: "navigate", refusal: .wrongOrigin),
        Case(path: "/share/x", site: "cross-site", refusal: nil),
        Case(path: "/share/x/images/0", site: "same-origin", refusal: nil),
        Case(path: "/share/x/images/0", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "//share/x//images/0", site: "same-site", refusal: .wrongOrigin),
        Case(method: .put, path: "/share/x/images", site: "none", mode: "navigate", refusal: .wrongOrigin),
        Case(method: .delete, path: "/", refusal: .wrongOrigin),
        Case(path: "/events", site: "same-origin", refusal: nil),
        Case(path: "/events?after=e.1", refusal: nil),
        Case(path: "/events?after=e.1", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/events", origin: "http://evil.example", refusal: .wrongOrigin),
        Case(path: "//events/", origin: "http://evil.example", refusal: .wrongOrigin),
        Case(path: "/%65vents", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/%61pi/screen", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/share/x/im%61ges/0", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/app//card?url=x", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "//api/screen", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/api/screen", site: "same-site", refusal: .wrongOrigin),
        Case(path: "/today.webmanifest", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/today.webmanifest", site: "same-origin", refusal: nil),
        Case(path: "/image?url=https://a.example/", site: "cross-site", refusal: .wrongOrigin),
        Case(path: "/app/card?url=weather://", site: "none", refusal: .wrongOrigin),
        Case(path: "/editor", site: "cross-site", refusal: .wrongOrigin),
    ])
    func theHeadDecides(row: Case) throws {
        var fields = HTTPFields()
        fields[.origin] = row.origin
        fields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = row.site
        fields[try #require(HTTPField.Name("Sec-Fetch-Mode"))] = row.mode
        let head = HTTPRequest(
            method: row.method,
            scheme: "http",
            authority: row.authority,
            path: row.path,
            headerFields: fields
        )
        #expect(RequestCheck(origin: TestBrowser.origin).refusal(of: head) == row.refusal)
    }

    /// What a request to the public address says of itself, and why it is refused.
    struct PublicCase: Sendable, CustomTestStringConvertible {
        var authority = "today.example.org"
        var forwardedHost: String?
        var forwardedScheme: String?
        var isBehindProxy = true
        var refusal: RequestCheck.Refusal?
        var testDescription: String {
            "\(authority) forwarded \(forwardedHost ?? "-") \(forwardedScheme ?? "-") proxy \(isBehindProxy)"
        }
    }

    @Test(arguments: [
        PublicCase(), PublicCase(authority: "TODAY.example.org"), PublicCase(forwardedScheme: "https"),
        PublicCase(forwardedScheme: "http", refusal: .insecure),
        PublicCase(forwardedScheme: "http", isBehindProxy: false),
        PublicCase(authority: "inside.lan", forwardedHost: "today.example.org"),
        PublicCase(
            authority: "inside.lan",
            forwardedHost: "today.example.org",
            isBehindProxy: false,
            refusal: .wrongHost
        ),
        PublicCase(forwardedHost: "evil.example", refusal: .wrongHost),
        PublicCase(authority: "localhost:8090", refusal: .wrongHost),
        PublicCase(authority: "abcdefgh.localhost:4000", refusal: .wrongHost),
    ])
    func whatAProxyForwardsCountsOnlyFromOne(row: PublicCase) throws {
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("X-Forwarded-Host"))] = row.forwardedHost
        fields[try #require(HTTPField.Name("X-Forwarded-Proto"))] = row.forwardedScheme
        fields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "none"
        fields[try #require(HTTPField.Name("Sec-Fetch-Mode"))] = "navigate"
        let head = HTTPRequest(method: .get, scheme: "http", authority: row.authority, path: "/", headerFields: fields)
        let address = PublicAddress(
            listen: ListenAddress(host: "127.0.0.1", port: 8090),
            url: try #require(PublicURL("https://today.example.org")),
            protection: .proxies([])
        )
        let check = RequestCheck(origin: WebOrigin(address), isBehindProxy: row.isBehindProxy)
        #expect(check.refusal(of: head) == row.refusal)
    }

    @Test func aRequestForAnotherNameGetsNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(.get, "/", authority: "127.0.0.1:4000")
        #expect(answer.status == .misdirectedRequest)
        #expect(!answer.text.contains("abcdefgh"))
    }

    @Test func anotherSiteCannotTap() async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(
            .post,
            "/api/taps",
            body: "{}",
            headers: ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"]
        )
        #expect(answer.status == .forbidden)
        #expect(browser.host.sent(PerformTapRequest.self).isEmpty)
    }
}
