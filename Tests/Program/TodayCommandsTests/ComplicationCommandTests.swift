import Host
import HostModel
import LocalAPI
import SurfaceTestSupport
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

/// `today complication` and `today link --page` against a stub of a host.
@Suite(.timeLimit(.minutes(10))) struct ComplicationCommandTests {
    private static let weather = ShownComplication(
        app: Samples.weatherApp.id,
        title: "Weather",
        url: Samples.weatherURL,
        complication: Complication(shortText: "16° & rain")
    )

    @Test func theComplicationOfAnAppIsPrintedOnce() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            #expect(await today.run("complication", Samples.weatherApp.title, on: console) == "\n")
            #expect(console.error == "Weather has set no complication. See today complication --list.\n")
            today.host.setComplication(Self.weather, of: Self.weather.app)
            #expect(await today.run("complication", Samples.weatherApp.title) == "16° & rain\n")
            let waybar = await today.run("complication", Samples.weatherApp.title, "--format", "waybar")
            #expect(waybar == #"{"text":"16° &amp; rain","tooltip":"16° &amp; rain"}"# + "\n")
            await today.run("complication", "Nothing", status: .failure)
        }
    }

    @Test(arguments: [
        ["complication"], ["complication", "--list", "Weather"], ["complication", "--list", "--follow"],
        ["complication", "--list", "--format", "waybar"], ["complication", "Weather", "--no-escape"],
        ["complication", "Weather", "--format", "xml"], ["link", "https://a.example", "--page", "/complications"],
        ["link", "--leave", "--page", "/complications"],
    ])
    func argumentsThatMakeNoSenseAreRefused(arguments: [String]) async {
        let console = RecordingConsole()
        let status = await CommandLineProgram.run(arguments + ["--state", "/nowhere"], in: console.context())
        #expect(status == .usage, "\(console.error)")
    }

    /// The end of standard input ends the format of i3bar, with a host and without one.
    @Test func theEndOfInputEndsTheStreamOfI3bar() async throws {
        try await withLocalToday { today in
            today.host.setComplication(Self.weather, of: Self.weather.app)
            let output = await today.run("complication", Samples.weatherApp.title, "--follow", "--format", "i3bar")
            #expect(output.hasPrefix("{\"version\":1,\"click_events\":true}\n[\n"))
        }
        let console = RecordingConsole()
        let arguments = ["complication", "Weather", "--follow", "--format", "i3bar", "--state", "/nowhere"]
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .success)
    }

    @Test func followingAnAppThatIsNotInstalledFails() async throws {
        try await withLocalToday { today in
            await today.run("complication", "Nothing", "--follow", status: .failure)
        }
    }

    @Test func aHostThatCannotBeReachedIsTriedAgainAfterALongerWait() async throws {
        let (clock, console) = (ManualClock(), RecordingConsole())
        let attempts = Mutex(0)
        let follower = ComplicationFollower(
            "Weather",
            formatter: ComplicationFormatter(.text),
            environment: ComplicationFollower.Environment(
                console: console.console,
                viewer: Samples.viewer,
                connect: {
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    throw HostError(attempt < 3 ? .stateUnavailable : .notFound, "attempt \(attempt)")
                },
                openAddress: { _ in nil },
                clock: clock
            )
        )
        let run = Task { try await follower.run() }
        await clock.waitUntilSleeping()
        // What was shown is gone, which one empty line says.
        #expect(console.output == "\n")
        clock.advance(by: .milliseconds(250))
        await clock.waitUntilSleeping()
        clock.advance(by: .milliseconds(499))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: HostError.self) {
            try await withTimeLimit(on: "the third attempt") { try await run.value }
        }
        #expect(error?.message == "attempt 3")
        #expect(console.output == "\n")
    }
}
