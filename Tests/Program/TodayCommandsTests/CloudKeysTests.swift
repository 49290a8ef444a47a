import ArgumentParser
import CloudStorage
import Foundation
import JSON
import Testing
import TodayTestSupport

@testable import TodayCommands

/// `today cloud keys` on the state folder of a cloud that is not running.
@Suite(.timeLimit(.minutes(10))) struct CloudKeysTests {
    @Test(arguments: ["cloud keys", "cloud keys --add org.example.News --json --state s"])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: ["cloud keys extra", "cloud keys --add"])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()
        let arguments = line.split(separator: " ").map(String.init)
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .usage)
        #expect(console.output.isEmpty)
    }

    @Test func keysAreMadeOnceAndStayTheSame() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let first = await state.run("keys", "--json")
            let keys = try #require(try JSONValue(parsing: Array(first.utf8)).arrayValue)
            #expect(keys.map { $0["app"]?.stringValue } == ["org.today.Messages"])
            for name in ["app_key", "app_secret", "master_secret"] {
                #expect(keys[0][name]?.stringValue?.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil, "\(name)")
            }
            #expect(await state.run("keys", "--json") == first)
            let table = await state.run("keys")
            #expect(table.contains("APP KEY") && table.contains(keys[0]["master_secret"]?.stringValue ?? "none"))
        }
    }

    @Test func anAppThatHasKeysKeepsThem() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let first = await state.run("keys", "--add", "org.example.News", "--json")
            #expect(try JSONValue(parsing: Array(first.utf8)).arrayValue?.count == 2)
            #expect(await state.run("keys", "--add", "org.example.News", "--json") == first)
            let console = RecordingConsole()
            #expect(await state.run("keys", "--add", "no app", on: console, status: .failure).isEmpty)
            #expect(console.error.contains("\"no app\" is no bundle identifier."))
        }
    }

    @Test func keysThatWereRemovedAreNotMadeAnew() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            _ = await state.run("keys")
            try FileManager.default.removeItem(atPath: try CloudFolder(path: path + "/cloud").keysPath)
            let console = RecordingConsole()
            #expect(await state.run("keys", on: console, status: .failure).isEmpty)
            #expect(console.error.contains("put it back"))
        }
    }
}
