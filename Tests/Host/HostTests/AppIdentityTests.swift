import Foundation
import Host
import HostModel
import Notifications
import Testing
import TodayProtocol

/// No bundle passes for another app or for Today itself, and none takes the place of another one unnoticed.
@Suite struct AppIdentityTests {
    private struct Bundle {
        var id = "org.example.App"
        var name = "App"
        var german: String?
        var groups: [String] = []
        var program = "#!/bin/sh\n"
        /// The identifier of a widget, if it has one.
        var widget: String?

        /// Writes the bundle to a folder of its own.
        func write(to folder: String) throws -> String {
            let bundle = "\(folder)/App.app"
            try FileManager.default.createDirectory(atPath: "\(bundle)/de.lproj", withIntermediateDirectories: true)
            let info: [String: Any] = [
                "CFBundleIdentifier": id, "CFBundleDisplayName": name, "CFBundleExecutable": "app",
                "CFBundleShortVersionString": "1",
            ]
            let entitlements: [String: Any] = ["com.apple.security.application-groups": groups]
            for (name, list) in [("Info", info), ("Entitlements", entitlements)] {
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                try data.write(to: URL(filePath: "\(bundle)/\(name).plist"))
            }
            if let german {
                let strings = "CFBundleDisplayName = \"\(german)\";\n"
                try Data(strings.utf8).write(to: URL(filePath: "\(bundle)/de.lproj/InfoPlist.strings"))
            }
            try Data(program.utf8).write(to: URL(filePath: "\(bundle)/app"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(bundle)/app")
            if let widget { try write(widget, into: bundle) }
            return bundle
        }

        private func write(_ widget: String, into bundle: String) throws {
            let folder = "\(bundle)/PlugIns/Widget.appex"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(bundle)/app", toPath: "\(folder)/app")
            let info: [String: Any] = [
                "CFBundleIdentifier": widget, "CFBundleDisplayName": name, "CFBundleExecutable": "app",
                "NSExtension": ["NSExtensionPointIdentifier": "com.apple.widget-extension"],
            ]
            let data = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            try data.write(to: URL(filePath: "\(folder)/Info.plist"))
        }
    }

    private func refusal(of bundle: Bundle, by host: TodayHost, in folder: String) async throws -> String {
        let path = try bundle.write(to: folder)
        let error = await #expect(throws: HostError.self) {
            try await host.send(InstallAppRequest(path: path, consent: .replacing))
        }
        #expect(error?.code == .badBundle)
        return error?.message ?? ""
    }

    @Test func identifiersOfTheHostAreRefused() async throws {
        try await withIdleHost { host, folder in
            let own = BuiltInApp.all.map(\.rawValue) + ["org.today.Today", "org.today"]
            for id in own.flatMap({ [$0, $0.uppercased(), $0.lowercased()] }) {
                let message = try await refusal(of: Bundle(id: id), by: host, in: "\(folder)/\(id)")
                #expect(message.contains("CFBundleIdentifier: \"\(id)\" is an identifier of Today itself."))
            }
        }
    }

    @Test func anIdentifierInAnotherCaseIsRefused() async throws {
        try await withIdleHost { host, folder in
            let path = try Bundle(id: "org.example.App").write(to: "\(folder)/1")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            let twin = Bundle(id: "org.Example.app", name: "Other")
            let message = try await refusal(of: twin, by: host, in: "\(folder)/2")
            #expect(message.contains("one of the installed app org.example.App"))
        }
    }

    private static let takenIdentifiers: [(String, String?)] = [
        ("org.example", "org.example.App.Today"), ("org.example", "org.example.app.today"),
        ("org.example", "org.example.App"), ("org.example.App.Today", nil), ("org.example.app.today", nil),
    ]

    @Test(arguments: takenIdentifiers)
    func theIdentifierOfAnotherAppsProcessIsRefused(id: String, widget: String?) async throws {
        try await withIdleHost { host, folder in
            let path = try Bundle(id: "org.example.App", widget: "org.example.App.Today").write(to: "\(folder)/1")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            let twin = Bundle(id: id, name: "Other", widget: widget)
            let message = try await refusal(of: twin, by: host, in: "\(folder)/2")
            #expect(message.contains("the installed app org.example.App"))
            #expect(message.contains(widget == nil ? "Info.plist" : "PlugIns/Widget.appex/Info.plist"))
        }
    }

    @Test(arguments: [
        ("Calendar Mail", "CaIendar MaiI"), ("Inbox", "lnbox"), ("Modern", "Modem"), ("Wave", "VVave"),
        ("Café", "Cafe"), ("Wetter", "Wеttеr"), ("LOCK", "lOCK"), ("Tide", "Ꭲide"), ("Move", "Moνe"), ("Hour", "հour"),
    ])
    func aNameThatIsDrawnAlikeIsRefused(name: String, twin: String) async throws {
        try await withIdleHost { host, folder in
            let path = try Bundle(id: "org.example.First", name: name).write(to: "\(folder)/1")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            let message = try await refusal(of: Bundle(name: twin), by: host, in: "\(folder)/2")
            #expect(message.contains("looks like the name of the app \(name) (org.example.First)"))
        }
    }

    @Test(arguments: [
        ("Weather", "Weather 2"), ("Clock", "Dock"), ("バス", "ハス"), ("Sun", "Son"), ("Mail", "Mai"), ("Mail", "Mali"),
        ("IP", "LP"), ("LP", "IP"),
    ])
    func aNameThatIsOtherwiseIsAccepted(name: String, other: String) async throws {
        try await withIdleHost { host, folder in
            for bundle in [Bundle(id: "org.example.First", name: name), Bundle(name: other)] {
                let path = try bundle.write(to: "\(folder)/\(bundle.id)")
                guard case .installed = try await host.send(InstallAppRequest(path: path, consent: .everything)) else {
                    Issue.record("\(other) is not \(name).")
                    return
                }
            }
        }
    }

    @Test(arguments: [
        "Weather", "WEATHER", "Ｗｅａｔｈｅｒ", "Wea ther", "Weather\u{A0}", "Wе\u{430}ther", "Wetter", "Wea\u{200D}ther",
    ])
    func aNameThatLooksLikeThatOfAnotherAppIsRefused(name: String) async throws {
        try await withIdleHost { host, folder in
            let path = try Bundle(id: "org.example.Weather", name: "Weather", german: "Wetter").write(to: "\(folder)/1")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            let byName = try await refusal(of: Bundle(name: name), by: host, in: "\(folder)/2")
            #expect(byName.contains("looks like the name of the app Weather (org.example.Weather)"))
            let byTranslation = try await refusal(of: Bundle(german: name), by: host, in: "\(folder)/3")
            #expect(byTranslation.contains("looks like the name of the app Weather (org.example.Weather)"))
            // An app that is called differently, and the app itself, are installed.
            for bundle in [Bundle(name: "Weather Map"), Bundle(id: "org.example.Weather", name: "Weather")] {
                let other = try bundle.write(to: "\(folder)/\(bundle.id)")
                _ = try await host.send(InstallAppRequest(path: other, consent: .replacing))
            }
        }
    }

    @Test(arguments: BuiltInApp.all)
    func aNameOfABuiltInAppIsRefusedInEachLanguage(app: AppID) async throws {
        let names = BuiltInApp.names(of: app)
        try await withIdleHost { host, folder in
            for (index, name) in names.enumerated() {
                let message = try await refusal(of: Bundle(name: name), by: host, in: "\(folder)/\(index)")
                #expect(message.contains("\(names[0]) of Today itself"))
            }
        }
    }

    @Test func theNameOfAPageOfTodayIsRefusedInEachLanguageAndDrawnAlike() async throws {
        try await withIdleHost { host, folder in
            let twins = [
                ("Settings", ["5ettings", "Sеttings.", "SettIngs"]), ("Notifications", ["Notificatlons"]),
                ("Sign In", ["Slgn ln"]),
            ]
            for (title, names) in HostApp.names.map({ ($0[0], $0) }) + twins {
                for name in names {
                    let message = try await refusal(of: Bundle(name: name), by: host, in: "\(folder)/\(name)")
                    #expect(message.contains("\"\(name)\" looks like the name of \(title) of Today itself."))
                }
            }
            let path = try Bundle(id: "org.example.Victim", name: "Victim").write(to: "\(folder)/victim")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            for name in ["Vict1m", "VIctlm", "Victim.", "ꓦictim", "Viⲥtim", "Víctim"] {
                let message = try await refusal(of: Bundle(name: name), by: host, in: "\(folder)/\(name)")
                #expect(message.contains("looks like the name of the app Victim (org.example.Victim)"))
            }
        }
    }

    @Test(arguments: [
        "", " ", "\u{200B}", "\u{2800}", "\u{3164}", "\u{200D}", "App\u{200B}", "\u{202E}ppA", "App\u{200E}",
        "A\u{AD}pp", "\u{301}", "App\nB", "\u{E0041}App",
    ])
    func aNameThatCannotBeSeenIsRefused(name: String) async throws {
        try await withIdleHost { host, folder in
            let message = try await refusal(of: Bundle(name: name), by: host, in: folder)
            #expect(message.contains("CFBundleDisplayName: "))
        }
    }

    @Test(arguments: ["Ａ", "天気", "می\u{200C}خواهم", "❤\u{FE0F}", "👩\u{200D}🌾 Farm", "C++", "Ø"])
    func aNameOfAnyScriptIsAccepted(name: String) async throws {
        try await withIdleHost { host, folder in
            let path = try Bundle(name: name).write(to: folder)
            guard case .installed = try await host.send(InstallAppRequest(path: path, consent: .everything)) else {
                Issue.record("\(name) is a name.")
                return
            }
        }
    }

    @Test func aBundleFromElsewhereNeedsConsentThatNamesWhatItReplaces() async throws {
        try await withIdleHost { host, folder in
            let app = Bundle(groups: ["group.a"])
            let friend = Bundle(id: "org.example.Friend", name: "Friend", groups: ["group.a"])
            let path = try app.write(to: "\(folder)/1")
            for path in [path, try friend.write(to: "\(folder)/2")] {
                _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            }
            var impostor = app
            impostor.program = "#!/bin/false\n"
            let other = try impostor.write(to: "\(folder)/3")

            guard
                case .consentNeeded(let sheet) = try await host.send(
                    InstallAppRequest(path: other, consent: .everything)
                )
            else {
                Issue.record("Consent to everything is no consent to a replacement.")
                return
            }
            #expect(
                sheet.replaced.map(\.english) == [
                    "App 1 (org.example.App), installed from \(path). The bundle gets its rights and its data.",
                    "It will read the data of group.a, which Friend uses too.",
                ]
            )
            guard
                case .installed = try await host.send(
                    InstallAppRequest(path: other, consent: .to(digest: sheet.digest))
                )
            else {
                Issue.record("The person agreed to what was shown.")
                return
            }
        }
    }

    @Test func anUpdateFromTheSamePlaceAndTheSameBundleFromAnotherAreNoReplacements() async throws {
        try await withIdleHost { host, folder in
            var bundle = Bundle()
            let path = try bundle.write(to: "\(folder)/1")
            _ = try await host.send(InstallAppRequest(path: path, consent: .everything))
            let copy = try bundle.write(to: "\(folder)/2")
            bundle.program = "#!/bin/true\n"
            #expect(try bundle.write(to: "\(folder)/1") == path)
            for path in [copy, path] {
                guard case .installed = try await host.send(InstallAppRequest(path: path, consent: .everything)) else {
                    Issue.record("\(path) replaces nothing of elsewhere.")
                    return
                }
            }
        }
    }
}
