import Foundation
import HTTPTypes
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// Installing from an uploaded file: the routes and the page of the consent sheet.
@Suite struct InstallRouteTests {
    private static let uploads = "/settings/apps/uploads"
    private static let page = "/settings/apps/install?upload=upload"

    private func upload(_ browser: TestBrowser) async throws {
        #expect(try await browser.send(.post, Self.uploads, body: "archive").status == .ok)
    }

    @Test func aFileIsStoredAndItsSheetIsShown() async throws {
        let browser = try await TestBrowser.signedIn()
        let answer = try await browser.send(.post, Self.uploads, body: "archive")
        #expect(answer.text.contains(Self.page))
        let path = try #require(browser.host.with(\.upload)?.path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "archive")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)

        let html = try await browser.send(.get, Self.page).text
        #expect(html.contains("Install Weather?") && html.contains("Use d1."))
        #expect(html.contains("data-digest=\"\(browser.host.with(\.sheet.digest))\""))
        #expect(html.utf8.count < 50_000)
        #expect(try await browser.send(.delete, "/api/uploads/upload").status == .noContent)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await browser.send(.get, Self.page).status == .notFound)
    }

    @Test func whatAFileReplacesIsShown() async throws {
        let browser = try await TestBrowser.signedIn()
        try await upload(browser)
        browser.host.with { state in
            state.sheet.replacement = .init(
                title: "Weather",
                version: "1.0",
                source: "/old/Weather.app",
                groups: [.init(name: "group.a", others: ["Friend"]), .init(name: "group.b")]
            )
        }
        let html = try await browser.send(.get, Self.page).text
        #expect(html.contains(", installed from /old/Weather.app. The bundle gets its rights and its data."))
        #expect(html.contains("It will read the data of group.a, which Friend uses too."))
        #expect(html.contains("It will read the data of group.b."))
    }

    @Test func onlyWhatWasShownIsInstalled() async throws {
        let browser = try await TestBrowser.signedIn()
        try await upload(browser)
        let digest = browser.host.with(\.sheet.digest)
        let other = try await browser.send(.put, "/api/uploads/upload", body: #"{"digest":"other"}"#)
        #expect(other.text.contains("consentNeeded"))
        let installed = try await browser.send(.put, "/api/uploads/upload", body: "{\"digest\":\"\(digest)\"}")
        #expect(installed.text.contains("\"installed\""))
        for body in ["", "{}", #"{"digest":1}"#] {
            #expect(try await browser.send(.put, "/api/uploads/upload", body: body).status == .badRequest)
        }
        // Without a sheet, and by a path of the machine, nothing is installed.
        let direct = #"{"path":"/tmp/Weather.app","consent":{"everything":{}}}"#
        #expect(try await browser.send(.post, "/api/apps", body: direct).status == .notFound)
        #expect(browser.host.sent(InstallAppRequest.self).isEmpty)
    }

    @Test func aFileThatIsTooLargeLeavesNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let large = try await browser.send(.post, Self.uploads, body: String(repeating: "x", count: 4097))
        #expect(large.status == .contentTooLarge)
        let declared = try await browser.send(.post, Self.uploads, body: "x", headers: ["Content-Length": "4097"])
        #expect(declared.status == .contentTooLarge)
        #expect(browser.host.with(\.upload) == nil)
    }

    @Test func aFileThatIsNoBundleLeavesNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.answer(GetUploadRequest.self) { _, _ in throw HostError(.badBundle, "This is not a tar archive.") }
        let answer = try await browser.send(.post, Self.uploads, body: "x")
        #expect(answer.status == .unprocessableContent && answer.text.contains("This is not a tar archive."))
        #expect(browser.host.with(\.upload) == nil)
    }

    @Test func anotherSiteAndAStrangerInstallNothing() async throws {
        let browser = try await TestBrowser.signedIn()
        let foreign = ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"]
        for (method, path) in [
            (HTTPRequest.Method.post, Self.uploads), (.put, "/api/uploads/upload"), (.delete, "/api/uploads/upload"),
            (.delete, "/api/apps/com.example.weather"),
        ] {
            #expect(try await browser.send(method, path, body: "x", headers: foreign).status == .forbidden)
            #expect(try await TestBrowser().send(method, path, body: "x").status == .unauthorized)
        }
        #expect(browser.host.sent(BeginUploadRequest.self).isEmpty)
        #expect(browser.host.sent(UninstallAppRequest.self).isEmpty)
    }

    @Test(arguments: ["", "?upload=", "?upload=\(String(repeating: "x", count: 600))"])
    func aPageNeedsAFile(query: String) async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(try await browser.send(.get, "/settings/apps/install" + query).status == .badRequest)
    }

    @Test func aSheetNamesTheAppInTheLanguageOfThePage() async throws {
        let browser = try await TestBrowser.signedIn()
        try await upload(browser)
        browser.host.with { state in
            state.sheet = ConsentSheet(
                app: Samples.weatherApp.id,
                title: "Weather",
                translations: ["de": "Wetter"],
                version: "1.0",
                rights: []
            )
        }
        for (language, name) in [("de-AT", "Wetter"), ("ja", "Weather"), ("en", "Weather")] {
            let html = try await browser.send(.get, Self.page, headers: ["Accept-Language": language]).text
            #expect(html.contains("data-name=\"\(name)\""))
            #expect(html.contains("Wetter") == (language == "de-AT"))
        }
    }

    @Test func textOfBundlesStaysText() async throws {
        let bad = PageSafetyTests.hostile
        let browser = try await TestBrowser.signedIn()
        try await upload(browser)
        browser.host.with { state in
            state.sheet = ConsentSheet(
                app: AppID(bad),
                title: bad,
                version: bad,
                installedVersion: bad + "1",
                rights: [.init(identifier: "widget:\(bad)", sentence: .text(bad))],
                replacement: .init(title: bad, version: bad, source: bad, groups: [.init(name: bad, others: [bad])]),
                conflicts: [.text(bad)],
                unsupported: [.text(bad)]
            )
        }
        for language in ["en", "de", "ja"] {
            let html = try await browser.send(.get, Self.page, headers: ["Accept-Language": language]).text
            #expect(!html.contains(bad))
            #expect(html.matches(of: #/<script/#).count == 2)
        }
    }

    @Test func whoSignedAFileIsShown() async throws {
        let browser = try await TestBrowser.signedIn()
        try await upload(browser)
        let signer = "SHA256:50TAeRMgwyhUYO3bUj8UyI2FetpGuXpWkNiM+Xi5GR8"
        typealias Signature = ConsentSheet.Signature
        let cases: [(Signature?, String)] = [
            (nil, "It is not signed: nothing shows who made it."),
            (Signature(signer: signer), "Signed by \(signer), which has signed no installed app."),
            (
                Signature(signer: signer, isThatOfInstalled: true),
                "Signed by \(signer), as the installed version is."
            ),
            (Signature(signer: signer, others: ["Weather"]), "Signed by \(signer), which signed Weather too."),
        ]
        for (signature, words) in cases {
            browser.host.with { state in
                state.sheet = ConsentSheet(
                    app: AppID("a.b"),
                    title: "A",
                    version: "1",
                    rights: [],
                    signature: signature
                )
            }
            #expect(try await browser.send(.get, Self.page).text.contains(words))
            let german = try await browser.send(.get, Self.page, headers: ["Accept-Language": "de"]).text
            #expect(!german.contains(words) && german.contains(signature == nil ? "Nicht signiert" : signer))
        }
    }

    @Test func anAppIsRemovedWithOrWithoutItsData() async throws {
        let browser = try await TestBrowser.signedIn()
        #expect(
            try await browser.send(.get, AppRightsPage.path(of: Samples.weatherApp.id)).text.contains("id=\"removal\"")
        )
        let path = "/api/apps/com.example.weather"
        #expect(try await browser.send(.delete, path).status == .noContent)
        #expect(try await browser.send(.delete, path + "?keepData=1").status == .noContent)
        #expect(
            browser.host.sent(UninstallAppRequest.self) == [
                UninstallAppRequest(Samples.weatherApp.id, keepsData: false),
                UninstallAppRequest(Samples.weatherApp.id, keepsData: true),
            ]
        )
    }
}
