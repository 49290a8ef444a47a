import Host
import HostModel
import SurfaceTestSupport
import Testing

@testable import TodayCommands

/// The one-time token of `today link CLOUD-URL`: where it is read from, and that it is never shown.
@Suite(.timeLimit(.minutes(10))) struct LinkTokenTests {
    @Test func theTokenIsReadFromStandardInput() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole(lines: ["  one-time-token  # for the desk"])
            await today.run(
                "link",
                "https://push.example.org",
                "--token-stdin",
                "--name",
                "desk",
                "--insecure",
                on: console
            )
            #expect(today.log.count == 1)
            let sent = try #require(today.host.sent(LinkCloudRequest.self).first)
            #expect(sent.url == "https://push.example.org")
            #expect(sent.name == "desk")
            #expect(sent.isInsecure)
            #expect(today.host.with(\.messages.token) == "one-time-token")
            #expect(console.error == "Joined https://push.example.org as somebody.\n")
            #expect(console.output.isEmpty)
        }
    }

    @Test func theTokenIsAskedForWithoutShowingIt() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole(secrets: ["one-time-token"])
            await today.run("link", "https://push.example.org", on: console)
            #expect(today.host.with(\.messages.token) == "one-time-token")
            #expect(console.error.hasPrefix("One-time token: "))
            #expect(!console.error.contains("one-time-token"))
        }
    }

    @Test(arguments: [[], [""], ["   "]])
    func withoutATokenNothingIsDone(lines: [String]) async throws {
        try await withLocalToday { today in
            let console = RecordingConsole(lines: lines)
            await today.run("link", "https://push.example.org", "--token-stdin", on: console, status: .failure)
            #expect(console.error.contains("No token was given; nothing was done."))
            #expect(today.log.isEmpty)
        }
    }

    @Test func whereNobodyCanBeAskedTheMendIsNamed() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            await today.run("link", "https://push.example.org", on: console, status: .consentNeeded)
            #expect(console.error.contains("add --token-stdin"))
            #expect(today.log.isEmpty)
        }
    }
}
