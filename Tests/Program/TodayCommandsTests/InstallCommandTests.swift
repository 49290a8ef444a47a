import AdaptiveCards
import Host
import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct InstallCommandTests {
    private func host(rights: [String]) -> StubHost {
        let host = StubHost(screen: Samples.screen)
        host.with { state in
            state.apps = [Samples.weatherApp]
            state.requestedRights = rights
        }
        return host
    }

    private func install(
        _ consent: InstallConsent,
        _ host: StubHost,
        _ console: RecordingConsole
    ) async throws -> AppDescription {
        try await InstallCommand.install(consent, on: console.console) { consent in
            try await host.send(InstallAppRequest(path: "/a.app", consent: consent))
        }
    }

    @Test func aFailedFirstUpdateIsAnErrorWithItsCause() {
        let console = RecordingConsole()
        let problem = UpdateProblem(
            widget: WidgetID("a.b"),
            message: "Example ended.",
            isFailure: true,
            standardError: ["Trace", "\u{1B}[2Jback"]
        )
        let error = #expect(throws: CommandError.self) { try InstallCommand.report([problem], on: console.console) }
        #expect(error?.status == .failure)
        #expect(error?.message.contains("a.b") == true)
        #expect(console.error == "Example ended.\n  Trace\n  [2Jback\n")
    }

    @Test func aWidgetThatSaysWhatItLacksHasNotFailed() throws {
        let console = RecordingConsole()
        let problem = UpdateProblem(widget: WidgetID("a.b"), message: "Choose a city.", isFailure: false)
        try InstallCommand.report([problem], on: console.console)
        #expect(console.error == "Choose a city.\n")
    }

    @Test func mistakesInCardsAreWarnings() throws {
        let console = RecordingConsole()
        let mistakes = [
            CardWarning(path: "compact.body[0].wieght", message: "Did you mean “weight”?\u{1B}[2J"),
            CardWarning(path: "expandd", message: "Did you mean “expanded”?"),
        ]
        let problem = UpdateProblem(
            widget: WidgetID("a.b"),
            message: "It has nothing to show.",
            isFailure: false,
            mistakes: mistakes
        )
        try InstallCommand.report([problem], on: console.console)
        #expect(
            console.error == """
                It has nothing to show.
                Mistakes in the cards of a.b:
                  compact.body[0].wieght: Did you mean “weight”?[2J
                  expandd: Did you mean “expanded”?

                """
        )
    }

    @Test func asksOnceAndInstallsWhatWasShown() async throws {
        let host = host(rights: ["d1"])
        let console = RecordingConsole(answer: "y")

        let app = try await install(.none, host, console)

        #expect(app == Samples.weatherApp)
        #expect(
            host.sent(InstallAppRequest.self).map(\.consent) == [
                .none, .to(digest: Samples.consentSheet(asking: "d1").digest),
            ]
        )
    }

    @Test func asksAgainWhenTheBundleAsksForSomethingElse() async throws {
        let host = host(rights: ["d1", "d2"])
        let console = RecordingConsole(answer: "y")

        _ = try await install(.none, host, console)

        #expect(console.error.contains("Use d1."))
        #expect(console.error.contains("Weather asks for something else now.\nWeather asks for this:\n  Use d2."))
        #expect(
            host.sent(InstallAppRequest.self).last?.consent == .to(digest: Samples.consentSheet(asking: "d2").digest)
        )
    }

    @Test func refusalInstallsNothing() async {
        let host = host(rights: ["d1"])

        await #expect(throws: CommandError.self) {
            _ = try await install(.none, host, RecordingConsole(answer: "n"))
        }

        #expect(host.sent(InstallAppRequest.self).map(\.consent) == [.none])
    }

    @Test func agreementToEverythingAsksNothing() async throws {
        let host = host(rights: ["d1"])
        let console = RecordingConsole()

        _ = try await install(.everything, host, console)

        #expect(console.error.isEmpty)
    }
}
