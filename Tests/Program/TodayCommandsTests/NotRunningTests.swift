import Testing
import TodayTestSupport

@testable import TodayCommands

@Suite struct NotRunningTests {
    @Test(arguments: [
        ["list"], ["show"], ["link"], ["reload", "Weather"], ["why", "Weather"], ["install", "a.app"],
        ["uninstall", "Weather"], ["open", "weather://"], ["allow", "Weather", "a.example"],
        ["disallow", "Weather", "a.example"], ["defaults", "read", "g"], ["defaults", "write", "g", "k", "v"],
        ["defaults", "delete", "g"], ["notify", "Tea"], ["notify", "Tea", "--wait", "--timeout", "1s"],
        ["notifications"], ["notifications", "list"], ["actions"], ["devices"], ["inbox"], ["topics"],
        ["notifications", "pending"], ["notifications", "remove", "Scripts", "--all"],
        ["respond", "1", "open"], ["settings"], ["settings", "Weather", "--allow"], ["passcode", "set"],
        ["passcode", "remove"], ["status"], ["stop"],
    ])
    func everyCommandSaysHowToStartToday(arguments: [String]) async throws {
        try await withTemporaryDirectory { folder in
            let console = RecordingConsole()

            let status = await CommandLineProgram.run(arguments + ["--state", folder], in: console.context())

            #expect(status == .notRunning)
            #expect(console.output.isEmpty)
            #expect(console.error.contains("today run --state \(folder)"))
        }
    }

    @Test func missingHomeIsSaidWithItsMend() async {
        let console = RecordingConsole()

        let status = await CommandLineProgram.run(["list"], in: console.context(environment: [:]))

        #expect(status == .failure)
        #expect(console.error.contains("--state"))
    }
}
