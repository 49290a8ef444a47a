import Foundation
import Host
import HostModel
import JSON
import Testing
import TodayProtocol

/// Which of several widgets a program is, and that a name which it does not have fails at installation.
@Suite(.timeLimit(.minutes(5))) struct PrincipalClassTests {
    private func install(_ fixture: WidgetHostFixture) async throws {
        let outcome = try await fixture.host.send(
            InstallAppRequest(path: fixture.app.bundle, consent: .everything)
        )
        guard case .installed = outcome else {
            Issue.record("It was not installed.")
            return
        }
    }

    /// What each process of the widget was started with.
    private func greetings(_ fixture: WidgetHostFixture) throws -> [JSONValue] {
        try fixture.app.notes("greeting-widget")
    }

    @Test func theProgramIsAskedWithoutRightsBeforeItIsInstalled() async throws {
        try await withWidgetHost { fixture in
            let before = try greetings(fixture).count
            #expect(try greetings(fixture).allSatisfy { $0["principalClass"] == nil })
            try fixture.app.setPrincipalClass("Radar")
            try await install(fixture)
            try await fixture.updateWidget()
            let new = try Array(greetings(fixture).dropFirst(before))
            #expect(new.map { $0["principalClass"] } == ["Radar", "Radar"])
            #expect(new.map { $0["id"] } == [.string(WidgetApp.widget.rawValue), .string(WidgetApp.widget.rawValue)])
            #expect(new.map { $0["groups"]?.arrayValue?.count } == [0, 1])
        }
    }

    @Test func aNameThatTheProgramDoesNotHaveFailsAndChangesNothing() async throws {
        try await withWidgetHost { fixture in
            try fixture.app.setPrincipalClass("Rader")
            try fixture.app.put("refused", "Rader")
            let error = await #expect(throws: HostError.self) { try await install(fixture) }
            #expect(error?.code == .badBundle)
            let message = error?.message ?? ""
            #expect(message.contains("PlugIns/Today.appex/Info.plist, NSExtension.NSExtensionPrincipalClass: "))
            #expect(message.contains("the program has no widget Rader"))
            #expect(message.contains("Name a widget of the program example, or mend the program."))
            // The version that was there is as it was: its process was not even replaced.
            try await fixture.updateWidget()
            #expect(try greetings(fixture).map { $0["principalClass"] } == [nil, "Rader"])
            let apps = try await fixture.host.send(ListAppsRequest(language: "en"))
            #expect(apps.map(\.id) == [WidgetApp.app])
        }
    }
}
