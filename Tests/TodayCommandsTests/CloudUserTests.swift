import ArgumentParser
import Cloud
import CloudStore
import Foundation
import JSON
import Logging
import Testing
import TodayCommands
import TodayTestSupport

/// `today cloud keys` and `today cloud user`, on the state folder of a cloud that does not run.
@Suite(.timeLimit(.minutes(10))) struct CloudUserTests {
    /// Runs a command on a state folder.
    private func run(
        _ arguments: String...,
        state: String,
        on console: RecordingConsole = RecordingConsole(),
        status: TodayCommands.ExitStatus = .success,
        _ location: SourceLocation = #_sourceLocation
    ) async -> String {
        let ended = await CommandLineProgram.run(["cloud"] + arguments + ["--state", state], in: console.context())
        #expect(ended == status, "\(console.error)", sourceLocation: location)
        return console.output
    }

    /// Joins as a host would, while the cloud does not run.
    private func join(_ name: String, token: String, state: String) async throws -> DeviceRecord {
        let store = try CloudStore(path: try CloudFolder(path: state + "/cloud").databasePath)
        let cloud = Cloud(store: store, logger: Logger(label: "test"))
        let (device, _) = try await cloud.join(token: token, name: name)
        await store.close()
        return device
    }

    @Test(arguments: [
        "cloud keys", "cloud keys --add org.example.News --json --state s", "cloud user add ada --hours 8760 --json",
        "cloud user list", "cloud user list ada --json", "cloud user revoke ada --device d --state s",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "cloud keys extra", "cloud keys --add", "cloud user add", "cloud user add ada --hours 0",
        "cloud user add ada --hours 8761", "cloud user list ada bob", "cloud user revoke",
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()
        let arguments = line.split(separator: " ").map(String.init)
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .usage)
        #expect(console.output.isEmpty)
    }

    @Test func keysAreMadeOnceAndStayTheSame() async throws {
        try await withTemporaryDirectory { state async throws in
            let first = await run("keys", "--json", state: state)
            let keys = try #require(try JSONValue(parsing: Array(first.utf8)).arrayValue)
            #expect(keys.map { $0["app"]?.stringValue } == ["org.today.Messages"])
            for name in ["app_key", "app_secret", "master_secret"] {
                #expect(keys[0][name]?.stringValue?.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil, "\(name)")
            }
            #expect(await run("keys", "--json", state: state) == first)
            let table = await run("keys", state: state)
            #expect(table.contains("APP KEY") && table.contains(keys[0]["master_secret"]?.stringValue ?? "none"))
        }
    }

    @Test func anAppThatHasKeysKeepsThem() async throws {
        try await withTemporaryDirectory { state async throws in
            let first = await run("keys", "--add", "org.example.News", "--json", state: state)
            #expect(try JSONValue(parsing: Array(first.utf8)).arrayValue?.count == 2)
            #expect(await run("keys", "--add", "org.example.News", "--json", state: state) == first)
            let console = RecordingConsole()
            #expect(await run("keys", "--add", "no app", state: state, on: console, status: .failure).isEmpty)
            #expect(console.error.contains("\"no app\" is no bundle identifier."))
        }
    }

    @Test func keysThatWereRemovedAreNotMadeAnew() async throws {
        try await withTemporaryDirectory { state async throws in
            _ = await run("keys", state: state)
            try FileManager.default.removeItem(atPath: try CloudFolder(path: state + "/cloud").keysPath)
            let console = RecordingConsole()
            #expect(await run("keys", state: state, on: console, status: .failure).isEmpty)
            #expect(console.error.contains("put it back"))
        }
    }

    @Test func aTokenLetsOneHostIn() async throws {
        try await withTemporaryDirectory { state async throws in
            let printed = await run("user", "add", "ada", "--hours", "2", "--json", state: state)
            let json = try JSONValue(parsing: Array(printed.utf8))
            #expect(json["user"] == "ada" && json["seconds"] == 7200)
            let token = try #require(json["token"]?.stringValue)
            let device = try await join("laptop", token: token, state: state)
            #expect(device.person == "ada")
            await #expect(throws: CloudError.self) { _ = try await join("second", token: token, state: state) }
            let plain = await run("user", "add", "ada", state: state)
            #expect(plain.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil)
        }
    }

    @Test(arguments: ["", "a\u{7}b", String(repeating: "a", count: 129)])
    func aNameThatIsNoneIsRefused(name: String) async throws {
        try await withTemporaryDirectory { state async throws in
            let console = RecordingConsole()
            #expect(await run("user", "add", name, state: state, on: console, status: .failure).isEmpty)
            #expect(console.error.contains("A name has 1 to 128 bytes"))
        }
    }

    @Test func hostsAreListed() async throws {
        try await withTemporaryDirectory { state async throws in
            #expect(await run("user", "list", state: state).contains("today cloud user add NAME"))
            #expect(await run("user", "list", "--json", state: state) == "[]\n")
            for (person, name) in [("ada", "laptop"), ("bob", "desk")] {
                let token = await run("user", "add", person, state: state).trimmingCharacters(in: .newlines)
                _ = try await join(name, token: token, state: state)
            }
            let table = await run("user", "list", state: state)
            #expect(table.contains("laptop") && table.contains("bob"))
            let one = try JSONValue(parsing: Array(await run("user", "list", "ada", "--json", state: state).utf8))
            #expect(one.arrayValue?.map { $0["name"]?.stringValue } == ["laptop"])
        }
    }

    @Test func hostsAreShutOut() async throws {
        try await withTemporaryDirectory { state async throws in
            var devices: [DeviceRecord] = []
            for name in ["laptop", "desk", "phone"] {
                let token = await run("user", "add", "ada", state: state).trimmingCharacters(in: .newlines)
                devices.append(try await join(name, token: token, state: state))
            }
            let unused = await run("user", "add", "ada", state: state).trimmingCharacters(in: .newlines)
            let console = RecordingConsole()
            _ = await run("user", "revoke", "ada", "--device", devices[0].id.text, state: state, on: console)
            #expect(console.error == "Shut out one host of ada.\n")
            let again = RecordingConsole()
            _ = await run(
                "user",
                "revoke",
                "ada",
                "--device",
                devices[0].id.text,
                state: state,
                on: again,
                status: .failure
            )
            #expect(again.error.contains("ada has no device \(devices[0].id.text)"))
            let all = RecordingConsole()
            _ = await run("user", "revoke", "ada", state: state, on: all)
            #expect(all.error == "Shut out 2 hosts of ada.\n")
            #expect(await run("user", "list", "--json", state: state) == "[]\n")
            await #expect(throws: CloudError.self) { _ = try await join("late", token: unused, state: state) }
        }
    }

    @Test func whoNeverJoinedCannotBeShutOut() async throws {
        try await withTemporaryDirectory { state async throws in
            let console = RecordingConsole()
            _ = await run("user", "revoke", "nobody", state: state, on: console, status: .failure)
            #expect(console.error.contains("Nobody is called nobody"))
        }
    }
}
