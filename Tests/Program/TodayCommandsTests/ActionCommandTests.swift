import Host
import HostModel
import HostStorage
import JSON
import SurfaceTestSupport
import Testing
public import TodayProtocol

@testable import TodayCommands

/// The commands about queued actions and background runs, over the socket to a host in memory.
@Suite(.timeLimit(.minutes(10))) struct ActionCommandTests {
    private let app = Samples.weatherApp.id

    private func fill(_ today: LocalToday) {
        today.host.changeOutbox { outbox in
            outbox.entries = [Samples.queued(1, .failed), Samples.queued(12, .retrying), Samples.queued(13, .waiting)]
            for index in outbox.entries.indices { outbox.entries[index].app = app }
        }
    }

    @Test func actionsAreListed() async throws {
        try await withLocalToday { today in
            #expect(await today.run("actions") == "No actions are waiting.\n")
            #expect(await today.run("actions", "list", "--json") == "[]\n")
            fill(today)
            let lines = await today.run("actions").split(separator: "\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines[1].hasPrefix("1 "))
            #expect(lines[1].contains("failed") && lines[1].contains("It <b>failed</b>."))
            let json = try JSONValue(
                parsing: Array(await today.run("actions", "list", "--app", "Weather", "--json").utf8)
            )
            let entries = try #require(json.arrayValue)
            #expect(entries.compactMap { $0["number"]?.integerValue } == [1, 12, 13])
            #expect(entries[1]["state"] == "retrying")
            #expect(entries[1]["payload"] == ["set": 12])
            #expect(entries[1]["nextAttempt"] != nil)
            #expect(entries[2]["error"] == nil)
        }
    }

    @Test func anActionIsFoundByItsNumberOrItsID() async throws {
        try await withLocalToday { today in
            fill(today)
            await today.run("actions", "retry", "a1")
            await today.run("actions", "discard", "12")
            #expect(today.host.sent(RetryActionRequest.self) == [RetryActionRequest(1)])
            #expect(today.host.sent(DiscardActionRequest.self) == [DiscardActionRequest(12)])
            let console = RecordingConsole()
            await today.run("actions", "retry", "99", on: console, status: .failure)
            #expect(console.error.contains("There is no action 99"))
        }
    }

    @Test func aListOfSeveralRepliesIsOne() async throws {
        try await withLocalToday { today in
            fill(today)
            today.host.with { $0.outboxPage = 1 }
            let json = try JSONValue(parsing: Array(await today.run("actions", "list", "--json").utf8))
            #expect(json.arrayValue?.compactMap { $0["number"]?.integerValue } == [1, 12, 13])
            let text = await today.run("actions", "list", "--limit", "2")
            #expect(text.contains("There are more"))
            #expect(today.host.sent(GetOutboxRequest.self).map(\.hasPayloads) == [true, true, true, false, false])
        }
    }

    @Test func whyShowsBackgroundRuns() async throws {
        try await withLocalToday { today in
            today.host.with { state in
                state.runs = [
                    BackgroundRun(
                        app: app,
                        date: Samples.now,
                        reason: .actions,
                        outcome: .overran,
                        milliseconds: 30_000,
                        message: "It took too long."
                    )
                ]
            }
            let text = await today.run("why", "Weather")
            #expect(text.contains("IN THE BACKGROUND") && text.contains("overran"))
            let json = try JSONValue(parsing: Array(await today.run("why", "Weather", "--json").utf8))
            let last = try #require(json.arrayValue?.last)
            #expect(last["run"] == "actions")
            #expect(last["outcome"] == "overran")
            // The newest entries of both kinds count.
            let one = try JSONValue(parsing: Array(await today.run("why", "Weather", "--limit", "1", "--json").utf8))
            #expect(one.arrayValue == [last])
        }
    }

    @Test(arguments: [PushResult.newData, .noData, .failed])
    func whyShowsWhatAnAppAnsweredToAPush(result: PushResult) async throws {
        try await withLocalToday { today in
            today.host.with { state in
                state.runs = [
                    BackgroundRun(
                        app: app,
                        date: Samples.now,
                        reason: .push,
                        outcome: result == .failed ? .failed : .done,
                        result: result,
                        milliseconds: 3
                    )
                ]
            }
            #expect(await today.run("why", "Weather").contains(" \(result.rawValue) "))
            let json = try JSONValue(parsing: Array(await today.run("why", "Weather", "--json").utf8))
            #expect(json.arrayValue?.last?["result"] == .string(result.rawValue))
            #expect(json.arrayValue?.last?["outcome"] == (result == .failed ? "failed" : "done"))
        }
    }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}
