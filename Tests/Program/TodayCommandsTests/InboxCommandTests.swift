import DeviceSync
import Foundation
import Host
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

/// The commands about messages and topics, over the socket to a host in memory.
@Suite(.timeLimit(.minutes(10))) struct InboxCommandTests {
    private func fill(_ today: LocalToday) {
        today.host.with { state in
            state.messages.messages = [
                Samples.message("m-1", subtitle: "Close the windows"),
                Samples.message("m-2", title: "Sun", isRead: true),
                Samples.message("m-3", title: "Fog", hasBody: false),
            ]
            state.messages.bodies[MessageID("m-1")] = SanitizedMessageBody(
                html: "<p>x</p>",
                text: "Storm\nfrom the west"
            )
            state.messages.status = CloudStatus(.connected(since: Samples.now), url: "http://c", user: "me")
        }
    }

    /// The ids of the messages, or of those whose deletion is held, sorted.
    private func ids(_ today: LocalToday, held: Bool) -> [String] {
        let messages = today.host.with { held ? $0.messages.held : $0.messages.messages }
        return messages.map(\.message.id.rawValue).sorted()
    }

    private func read(_ today: LocalToday) -> [Bool] { today.host.with { $0.messages.messages.map(\.message.isRead) } }

    @Test func listShowsWhatIsUnread() async throws {
        try await withLocalToday { today in
            fill(today)
            let text = await today.run("inbox")
            #expect(text.contains("●  m-1"))
            #expect(text.contains("Close the windows"))
            #expect(text.contains("   m-2"))
            #expect(text.contains("2 unread."))
            #expect(!text.contains("older ones"))
            #expect(await today.run("inbox", "list") == text)
            #expect(await today.run("inbox", "list", "--app", "Weather") == text)
        }
    }

    @Test func listIsSearchedAndPaged() async throws {
        try await withLocalToday { today in
            fill(today)
            let sun = await today.run("inbox", "list", "--search", "sun")
            #expect(sun.contains("m-2") && !sun.contains("m-1"))
            let first = await today.run("inbox", "list", "--limit", "1")
            #expect(first.contains("today inbox list --after m-1"))
            let second = await today.run("inbox", "list", "--limit", "1", "--after", "m-1")
            #expect(second.contains("m-2") && !second.contains("m-3"))
        }
    }

    @Test func listAsksTheCloudFirstIfWanted() async throws {
        try await withLocalToday { today in
            await today.run("inbox", "list")
            #expect(today.host.sent(RefreshMessagesRequest.self).isEmpty)
            await today.run("inbox", "list", "--refresh")
            let sent = today.host.with(\.sent)
            let refresh = try #require(sent.firstIndex { $0 is RefreshMessagesRequest })
            #expect(sent[refresh...].contains { ($0 as? ListMessagesRequest)?.app == nil && $0 is ListMessagesRequest })
        }
    }

    @Test func listIsJSONForPrograms() async throws {
        try await withLocalToday { today in
            fill(today)
            let json = try JSONValue(parsing: Array(await today.run("inbox", "--json", "--limit", "2").utf8))
            #expect(json["unread"] == 2)
            #expect(json["next"] == "m-2")
            #expect(json["cloud"]?["state"] == "connected")
            let message = try #require(json["messages"]?.arrayValue?.first)
            #expect(message["id"] == "m-1")
            #expect(message["isRead"] == false)
            #expect(message["subtitle"] == "Close the windows")
            #expect(message["app"] == "com.example.weather")
        }
    }

    @Test func aMessageIsShownAndThenRead() async throws {
        try await withLocalToday { today in
            fill(today)
            let text = await today.run("inbox", "open", "m-1")
            #expect(text.hasPrefix("Storm warning\nClose the windows\nWeather, "))
            #expect(text.hasSuffix("\nStorm\nfrom the west\n"))
            #expect(read(today) == [true, true, false])
            let json = try JSONValue(parsing: Array(await today.run("inbox", "open", "m-1", "--json").utf8))
            #expect(json["text"] == "Storm\nfrom the west")
            #expect(json["isRead"] == true)
        }
    }

    @Test func aMessageWithoutItsBodySaysSo() async throws {
        try await withLocalToday { today in
            fill(today)
            #expect(await today.run("inbox", "open", "m-3").contains("has not arrived yet"))
            let json = try JSONValue(parsing: Array(await today.run("inbox", "open", "m-3", "--json").utf8))
            #expect(json["text"] == nil)
        }
    }

    @Test func messagesAreMarked() async throws {
        try await withLocalToday { today in
            fill(today)
            await today.run("inbox", "read", "m-1", "m-3")
            #expect(read(today) == [true, true, true])
            await today.run("inbox", "read", "m-2", "--unread", "--app", "Weather")
            #expect(read(today) == [true, false, true])
            await today.run("inbox", "read", "--all")
            #expect(read(today) == [true, true, true])
            await today.run("inbox", "read", "--all", "--unread")
            #expect(read(today) == [false, false, false])
        }
    }

    @Test func messagesAreDeleted() async throws {
        try await withLocalToday { today in
            fill(today)
            await today.run("inbox", "delete", "m-1", "m-2")
            #expect(today.host.with { $0.messages.messages.map(\.message.id) } == [MessageID("m-3")])
            // Any number of messages is found with one request and deleted with one.
            #expect(today.host.sent(FindMessagesRequest.self).count == 1)
            #expect(today.host.sent(DeleteMessagesRequest.self).count == 1)
            #expect(today.log.count == 2)
        }
    }

    @Test func aDeletionSaysHowItIsUndone() async throws {
        try await withLocalToday { today async throws in
            fill(today)
            let deletion = RecordingConsole()
            await today.run("inbox", "delete", "m-1", "m-2", on: deletion)
            #expect(deletion.error.contains("today inbox restore m-1 m-2"))
            await today.run("inbox", "restore", "m-1")
            #expect(ids(today, held: false) == ["m-1", "m-3"])
            // What is deleted now is gone.
            let final = RecordingConsole()
            await today.run("inbox", "delete", "m-3", "--now", on: final)
            #expect(final.error.isEmpty)
            #expect(ids(today, held: true) == ["m-2"])
        }
    }

    @Test(arguments: [["open", "m-9"], ["read", "m-1", "m-9"], ["delete", "m-1", "m-9"]])
    func whatIsNotThereIsSaidAndNothingIsDone(arguments: [String]) async throws {
        try await withLocalToday { today in
            fill(today)
            let console = RecordingConsole()
            let context = console.context(environment: ["HOME": today.state], now: Samples.now)
            let status = await CommandLineProgram.run(["inbox"] + arguments + ["--state", today.state], in: context)
            #expect(status == .failure)
            #expect(console.error.contains("There is no message m-9"))
            #expect(console.output.isEmpty)
            #expect(read(today) == [false, true, false])
        }
    }

    @Test func topicsAreAddedListedAndRemoved() async throws {
        try await withLocalToday { today in
            #expect(await today.run("topics").contains("today topics add NAME"))
            await today.run("topics", "add", "doors")
            await today.run("topics", "add", "alerts_2-x")
            #expect(await today.run("topics", "list") == "alerts_2-x\ndoors\n")
            #expect(await today.run("topics", "--json") == #"["alerts_2-x","doors"]"# + "\n")
            await today.run("topics", "remove", "doors")
            #expect(await today.run("topics") == "alerts_2-x\n")
        }
    }

    @Test func anAppsPageShowsWhatItsMessageSays() async throws {
        try await withLocalToday { today in
            fill(today)
            today.host.with { $0.scenes["weather://message/m-1"] = Samples.messageScene("m-1") }
            #expect(await today.run("open", "weather://message/m-1").hasSuffix("\n\nStorm\nfrom the west\n"))
            let json = try JSONValue(
                parsing: Array(await today.run("open", "weather://message/m-1", "--json").utf8)
            )
            #expect(json["message"] == "Storm\nfrom the west")
            // Only the page is shown if the body is not on this device.
            today.host.with { $0.scenes["weather://message/m-3"] = Samples.messageScene("m-3") }
            #expect(!(await today.run("open", "weather://message/m-3")).contains("Storm"))
        }
    }
}
