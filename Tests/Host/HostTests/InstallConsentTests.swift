import Foundation
import Host
import HostModel
import JSON
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

/// A person's consent is to what was shown, whatever became of the bundle meanwhile.
@Suite struct InstallConsentTests {
    private let app = AppID("org.example.App")

    @Test func consentIsToWhatWasShown() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let host = try await TodayHost(
                configuration: HostConfiguration(
                    stateDirectory: URL(filePath: "\(folder)/state"),
                    sandbox: .off,
                    version: "1"
                ),
                logger: logger
            )
            let bundle = try writeBundle(in: folder, groups: ["group.a"])
            let first = try #require(question(try await host.send(InstallAppRequest(path: bundle, consent: .none))))
            #expect(first.requests.contains { $0.contains("group.a") })
            #expect(first.installedVersion == nil && first.requests.count == first.rights.count)

            _ = try writeBundle(in: folder, groups: ["group.a", "group.b"])
            let second = try #require(
                question(try await host.send(InstallAppRequest(path: bundle, consent: .to(digest: first.digest))))
            )
            #expect(second.digest != first.digest)
            #expect(second.requests.contains { $0.contains("group.b") })
            #expect(try await host.send(ListAppsRequest(language: "en")).isEmpty)

            guard
                case .installed = try await host.send(
                    InstallAppRequest(path: bundle, consent: .to(digest: second.digest))
                )
            else {
                Issue.record("The consent is to what the bundle asks for.")
                return
            }
            #expect(try await host.send(ListAppsRequest(language: "en")).map(\.id) == [app])

            // An update asks only for what is new.
            _ = try writeBundle(in: folder, groups: ["group.a", "group.b", "group.c"])
            let update = try #require(question(try await host.send(InstallAppRequest(path: bundle, consent: .none))))
            #expect(update.rights.filter(\.isNew).map(\.identifier) == ["group:group.c"])
            #expect(update.installedVersion == "1")
        }
    }

    @Test func digestIsOfTheWholeQuestionInAnyOrder() {
        let digest = ConsentDigest.digest(app: app, requests: ["a", "b"], conflicts: ["c"])

        #expect(digest == ConsentDigest.digest(app: app, requests: ["b", "a"], conflicts: ["c"]))
        #expect(digest.count == 64)
        let others = [
            ConsentDigest.digest(app: AppID("org.example.Other"), requests: ["a", "b"], conflicts: ["c"]),
            ConsentDigest.digest(app: app, requests: ["a", "b", "c"], conflicts: []),
            ConsentDigest.digest(app: app, requests: ["a"], conflicts: ["c"]),
            ConsentDigest.digest(app: app, requests: ["a1:b"], conflicts: ["c"]),
            ConsentDigest.digest(app: app, requests: ["ab"], conflicts: ["c"]),
        ]
        #expect(Set(others + [digest]).count == 6)
    }

    @Test func consentToEverythingIsNoneToAReplacement() {
        let update = ConsentSheet(app: app, title: "App", version: "2", installedVersion: "1", rights: [])
        var replacing = update
        replacing.replacement = ConsentSheet.Replacement(title: "App", version: "1")
        for (consent, covers) in [
            (InstallConsent.none, (false, false)), (.to(digest: update.digest), (true, true)),
            (.to(digest: ""), (false, false)), (.everything, (true, false)), (.replacing, (true, true)),
        ] {
            #expect(consent.covers(update) == covers.0)
            #expect(consent.covers(replacing) == covers.1)
        }
    }

    @Test func theSheetIsEncodedInEnglish() throws {
        let sheet = ConsentSheet(
            app: app,
            title: "App",
            version: "1",
            rights: [
                .init(
                    identifier: "program",
                    sentence: .runProgramInBackground("App", app: "a"),
                    translations: ["de": .runProgramInBackground("Anwendung", app: "a")]
                )
            ],
            conflicts: [.groupOwnedByAnother("g", owner: "b")],
            unsupported: [.willNotRun("x")]
        )
        let decoded: ConsentSheet = try JSONValue(encoding: sheet).decode()
        #expect(decoded.rights.map(\.sentence) == ["Run a program of App (a) in the background."])
        #expect(decoded.rights.first?.sentence(in: "de") == "Run a program of Anwendung (a) in the background.")
        #expect(decoded.conflicts == ["The group g belongs to b, which then shares it."])
        #expect(decoded.unsupported == ["Will not run: x."])
        #expect(decoded.digest == sheet.digest)
    }

    private func question(_ outcome: InstallOutcome) -> ConsentSheet? {
        guard case .consentNeeded(let sheet) = outcome else { return nil }
        return sheet
    }

    private func writeBundle(in folder: String, groups: [String]) throws -> String {
        let bundle = "\(folder)/App.app"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        let info: [String: Any] = [
            "CFBundleIdentifier": app.rawValue, "CFBundleDisplayName": "App", "CFBundleExecutable": "app",
            "CFBundleShortVersionString": "1", "CFBundleURLTypes": [["CFBundleURLSchemes": ["example"]]],
        ]
        let entitlements: [String: Any] = ["com.apple.security.application-groups": groups]
        for (name, list) in [("Info", info), ("Entitlements", entitlements)] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: URL(filePath: "\(bundle)/\(name).plist"))
        }
        let program = "\(bundle)/app"
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return bundle
    }
}
