import Foundation
import Glibc
import Host
import HostModel
import HostStorage
import ProcessHost
import Testing
import TodayProtocol

/// A signed app is replaced only by a bundle of the same signer.
@Suite struct AppSignerTests {
    private static let app = AppID("org.example.App")

    /// Writes a bundle in a folder of its own, signed if there is a key.
    private func write(
        _ key: SigningKey?,
        id: AppID = app,
        name: String = "App",
        program: String = "",
        to folder: String
    ) throws -> String {
        let bundle = "\(folder)/\(UInt32.random(in: 0 ... .max))/App.app"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        let info: [String: Any] = [
            "CFBundleIdentifier": id.rawValue, "CFBundleDisplayName": name, "CFBundleExecutable": "app",
            "CFBundleShortVersionString": "1",
        ]
        let entitlements: [String: Any] = ["com.apple.security.application-groups": ["group.\(id)"]]
        for (name, list) in [("Info", info), ("Entitlements", entitlements)] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: URL(filePath: "\(bundle)/\(name).plist"))
        }
        try Data("#!/bin/sh\n\(program)\n".utf8).write(to: URL(filePath: "\(bundle)/app"))
        chmod("\(bundle)/app", 0o755)
        _ = try key?.sign(bundle)
        return bundle
    }

    /// The sheet that the host shows for a bundle; `nil` if consent to everything was enough.
    private func sheet(_ host: TodayHost, _ path: String) async throws -> ConsentSheet? {
        switch try await host.send(InstallAppRequest(path: path, consent: .everything)) {
        case .installed: nil
        case .consentNeeded(let sheet): sheet
        }
    }

    private func signer(of app: AppID = app, on host: TodayHost) async throws -> String? {
        try await host.send(ListAppsRequest(language: "en")).first { $0.id == app }?.signer
    }

    @Test func theSheetSaysWhoSignedTheBundle() async throws {
        try await withIdleHost { host, folder in
            let key = SigningKey()
            func sentence(_ path: String) async throws -> LocalizableText? {
                let outcome = try await host.send(InstallAppRequest(path: path, consent: .none))
                guard case .consentNeeded(let sheet) = outcome else { return nil }
                return sheet.signatureSentence
            }
            let first = try write(key, to: folder)
            let unsigned = try await sentence(try write(nil, to: folder))
            #expect(unsigned == .bundleNotSigned)
            #expect(try await sentence(first) == .signedByUnknownSigner(key.fingerprint))
            #expect(try await sheet(host, first) == nil)
            let update = try write(key, program: "exit", to: folder)
            #expect(try await sentence(update) == .signedLikeInstalledVersion(key.fingerprint))
            let other = try write(key, id: AppID("org.example.Other"), name: "Other", to: folder)
            #expect(try await sentence(other) == .signedByKnownSigner(key.fingerprint, apps: "App"))
            let rights = try await host.send(GetAppRightsRequest(of: Self.app, language: "en"))
            #expect(rights.signatureSentence.english == "Signed by \(key.fingerprint).")
        }
    }

    @Test func theSameSignerUpdatesFromAnywhereAndNobodyElse() async throws {
        try await withIdleHost { host, folder in
            let (key, stranger) = (SigningKey(), SigningKey())
            #expect(try await sheet(host, try write(key, to: folder)) == nil)
            #expect(try await sheet(host, try write(key, program: "exit 1", to: folder)) == nil)
            let others: [(SigningKey?, String)] = [
                (nil, "this bundle is not signed"), (stranger, "this bundle by \(stranger.fingerprint)"),
            ]
            for (other, words) in others {
                let path = try write(other, program: "exit 2", to: folder)
                for consent in [InstallConsent.none, .everything, .replacing] {
                    let error = await #expect(throws: HostError.self) {
                        try await host.send(InstallAppRequest(path: path, consent: consent))
                    }
                    #expect(error?.code == .badBundle)
                    #expect(error?.message.contains("App is installed and signed by \(key.fingerprint)") == true)
                    #expect(error?.message.contains(words) == true)
                }
            }
            #expect(try await signer(on: host) == key.fingerprint)
        }
    }

    @Test func anUnsignedAppGetsItsSignerWithConsentThatNamesIt() async throws {
        try await withIdleHost { host, folder in
            let key = SigningKey()
            #expect(try await sheet(host, try write(nil, to: folder)) == nil)
            let signed = try write(key, program: "exit", to: folder)
            let sheet = try #require(try await sheet(host, signed))
            #expect(sheet.replaced.first?.english.hasPrefix("App 1 (org.example.App), installed from ") == true)
            _ = try await host.send(InstallAppRequest(path: signed, consent: .to(digest: sheet.digest)))
            #expect(try await signer(on: host) == key.fingerprint)
            let entries = try await host.send(GetAuditRequest(limit: 1)).entries
            #expect(entries.first?.detail.contains("signed by \(key.fingerprint)") == true)
        }
    }

    @Test func consentIsToTheSigner() async throws {
        try await withIdleHost { host, folder in
            let path = try write(SigningKey(), to: folder)
            let asked = try await host.send(InstallAppRequest(path: path, consent: .none))
            guard case .consentNeeded(let sheet) = asked else {
                Issue.record("It was installed without consent.")
                return
            }
            _ = try SigningKey().sign(path)
            let outcome = try await host.send(InstallAppRequest(path: path, consent: .to(digest: sheet.digest)))
            guard case .consentNeeded = outcome else {
                Issue.record("The person agreed to another signer.")
                return
            }
        }
    }

    @Test(arguments: [true, false])
    func whatARemovedAppLeftIsGivenToAnotherSignerOnlyWithConsent(keepsData: Bool) async throws {
        try await withIdleHost { host, folder in
            let key = SigningKey()
            #expect(try await sheet(host, try write(key, to: folder)) == nil)
            try await host.send(UninstallAppRequest(Self.app, keepsData: keepsData))
            let path = try write(SigningKey(), to: folder)
            let sheet = try await sheet(host, path)
            guard keepsData else {
                #expect(sheet == nil, "nothing is left")
                return
            }
            #expect(
                sheet?.replaced.map(\.english) == [
                    "It gets the data that you kept of a removed app with this identifier, signed by \(key.fingerprint)."
                ]
            )
            #expect(try await signer(on: host) == nil)
            _ = try await host.send(InstallAppRequest(path: path, consent: .to(digest: sheet?.digest ?? "")))
            #expect(try await signer(on: host) != nil)
        }
    }
}
