import ArgumentParser
import DeviceSync
import Foundation
import Host
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

/// `today link`, over the socket to a host in memory; the host's own messages are tested with the host.
@Suite(.timeLimit(.minutes(10))) struct LinkCommandTests {
    @Test(arguments: [
        "link https://push.example.org", "link https://push.example.org --token-stdin --name desk --json",
        "link http://10.0.0.2:8765 --insecure", "link --leave", "link --json",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        ("link https://a.example --leave", "--leave takes no CLOUD-URL"),
        ("link --token-stdin", "go with a CLOUD-URL"), ("link --name desk", "go with a CLOUD-URL"),
        ("link --insecure", "go with a CLOUD-URL"), ("link --leave --name desk", "go with a CLOUD-URL"),
        ("link https://a.example https://b.example", "b.example"), ("link --token x", "--token"),
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String, words: String) async {
        let console = RecordingConsole()
        let arguments = line.split(separator: " ").map(String.init)
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .usage)
        #expect(console.error.contains(words))
        #expect(console.output.isEmpty)
    }

    @Test func aLinkToTheScreenIsPrintedAlone() async throws {
        try await withLocalToday { today in
            #expect(await today.run("link") == "l\n")
            let json = try JSONValue(parsing: Array(await today.run("link", "--json").utf8))
            #expect(json == ["link": "l", "url": "u", "seconds": 1])
            #expect(today.log.isEmpty)
        }
    }

    @Test func howTheHostStandsIsJSONForPrograms() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole(lines: ["t"])
            await today.run("link", "https://push.example.org", "--token-stdin", "--json", on: console)
            let json = try JSONValue(parsing: Array(console.output.utf8))
            #expect(
                json == ["state": "connecting", "url": "https://push.example.org", "user": "somebody", "local": false]
            )
            #expect(console.error.isEmpty)
        }
    }

    /// Invalid addresses, tokens and clouds, with the host's error messages.
    @Test(arguments: [
        HostError(.invalid, "ftp://a.example is no address of a cloud."),
        HostError(.invalid, "The token was used already, or its time is over."),
        HostError(.cloudUnavailable, "A.example cannot be reached."),
    ])
    func whatTheHostRefusesIsSaidAndTheLinkStays(failure: HostError) async throws {
        try await withLocalToday { today in
            let before = CloudStatus(.connected(since: Samples.now), url: "https://b.example", user: "ada")
            today.host.with { state in
                state.messages.status = before
                state.failure = failure
            }
            for arguments in [["--token-stdin"], ["--token-stdin", "--json"]] {
                let console = RecordingConsole(lines: ["one-time-token"])
                let context = console.context(environment: ["HOME": today.state])
                let line = ["link", "https://a.example", "--state", today.state] + arguments
                #expect(await CommandLineProgram.run(line, in: context) == .failure)
                #expect(console.error.contains(failure.message))
                #expect(!console.error.contains("one-time-token"))
                #expect(console.output.isEmpty)
            }
            #expect(today.host.with(\.messages.status) == before)
        }
    }

    @Test func aHostThatHasJoinedJoinsAnotherCloudInItsPlace() async throws {
        try await withLocalToday { today in
            today.host.with { $0.messages.status = CloudStatus(.connecting, url: "https://b.example", user: "ada") }
            let console = RecordingConsole(lines: ["one-time-token"])
            await today.run("link", "https://a.example", "--token-stdin", on: console)
            #expect(console.error == "Joined https://a.example as somebody.\n")
            #expect(today.host.with(\.messages.status.url) == "https://a.example")
            // The host leaves the previous cloud by itself.
            #expect(today.log.count == 1)
            let sent = try #require(today.host.sent(LinkCloudRequest.self).first)
            #expect(sent.url == "https://a.example")
            #expect(sent.name == nil)
            #expect(!sent.isInsecure)
        }
    }

    @Test func leavingIsSaid() async throws {
        try await withLocalToday { today in
            today.host.with { $0.messages.status = CloudStatus(.connecting, url: "https://a.example", user: "ada") }
            let console = RecordingConsole()
            await today.run("link", "--leave", on: console)
            #expect(console.error == "This host has left the cloud.\n")
            #expect(today.host.with(\.messages.status) == .notLinked)
        }
    }

    @Test func aHostThatCannotLeaveSaysWhy() async throws {
        try await withLocalToday { today in
            today.host.with { $0.failure = HostError(.notFound, "This host has joined no cloud.") }
            let console = RecordingConsole()
            await today.run("link", "--leave", on: console, status: .failure)
            #expect(console.error.contains("This host has joined no cloud."))
            #expect(!console.error.contains("has left"))
        }
    }
}
