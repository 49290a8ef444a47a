import Host
import SurfaceTestSupport
import Testing
import TodayCommands

@Suite struct InstallCommandTests {
    private func host(digests: [String]) -> MemoryHost {
        let host = MemoryHost(screen: Samples.screen)
        host.with { state in
            state.apps = [Samples.weatherApp]
            state.digests = digests
        }
        return host
    }

    private func install(
        _ consent: InstallConsent,
        _ host: MemoryHost,
        _ console: RecordingConsole
    ) async throws -> AppDescription {
        try await InstallCommand.install(consent, on: console.console) { consent in
            try await host.install(path: "/a.app", consent: consent)
        }
    }

    @Test func asksOnceAndInstallsWhatWasShown() async throws {
        let host = host(digests: ["d1"])
        let console = RecordingConsole(answer: "y")

        let app = try await install(.none, host, console)

        #expect(app == Samples.weatherApp)
        #expect(host.with(\.log) == ["install /a.app none", "install /a.app to(digest: \"d1\")"])
    }

    @Test func asksAgainWhenTheBundleAsksForSomethingElse() async throws {
        let host = host(digests: ["d1", "d2"])
        let console = RecordingConsole(answer: "y")

        _ = try await install(.none, host, console)

        #expect(console.error.contains("Use d1."))
        #expect(console.error.contains("Weather asks for something else now.\nWeather asks for this:\n  Use d2."))
        #expect(host.with(\.log).last == "install /a.app to(digest: \"d2\")")
    }

    @Test func refusalInstallsNothing() async {
        let host = host(digests: ["d1"])

        await #expect(throws: CommandError.self) {
            _ = try await install(.none, host, RecordingConsole(answer: "n"))
        }

        #expect(host.with(\.log) == ["install /a.app none"])
    }

    @Test func agreementToEverythingAsksNothing() async throws {
        let host = host(digests: ["d1"])
        let console = RecordingConsole()

        _ = try await install(.everything, host, console)

        #expect(console.error.isEmpty)
    }
}
