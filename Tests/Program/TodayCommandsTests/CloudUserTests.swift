import ArgumentParser
import CloudCore
import CloudStorage
import Foundation
import JSON
import Logging
import Testing
import TodayTestSupport

@testable import TodayCommands

/// `today cloud user` on the state folder of a cloud that is not running.
@Suite(.timeLimit(.minutes(10))) struct CloudUserTests {
    /// Joins as a host would, while the cloud is not running.
    private func join(_ name: String, token: String, _ state: CloudState) async throws -> DeviceRecord {
        let store = try CloudStore(path: try CloudFolder(path: state.path + "/cloud").databasePath)
        let cloud = Cloud(store: store, logger: Logger(label: "test"))
        let (device, _) = try await cloud.join(token: token, name: name)
        await store.close()
        return device
    }

    @Test(arguments: [
        "cloud user add ada --hours 8760 --json",
        "cloud user list", "cloud user list ada --json", "cloud user revoke ada --device d --state s",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "cloud user add", "cloud user add ada --hours 0",
        "cloud user add ada --hours 8761", "cloud user list ada bob", "cloud user revoke",
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()
        let arguments = line.split(separator: " ").map(String.init)
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .usage)
        #expect(console.output.isEmpty)
    }

    @Test func aTokenLetsOneHostIn() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let printed = await state.run("user", "add", "ada", "--hours", "2", "--json")
            let json = try JSONValue(parsing: Array(printed.utf8))
            #expect(json["user"] == "ada" && json["seconds"] == 7200)
            let token = try #require(json["token"]?.stringValue)
            let device = try await join("laptop", token: token, state)
            #expect(device.person == "ada")
            await #expect(throws: CloudError.self) { _ = try await join("second", token: token, state) }
            let plain = await state.run("user", "add", "ada")
            #expect(plain.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil)
        }
    }

    @Test(arguments: ["", "a\u{7}b", String(repeating: "a", count: 129)])
    func aNameThatIsNoneIsRefused(name: String) async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let console = RecordingConsole()
            #expect(await state.run("user", "add", name, on: console, status: .failure).isEmpty)
            #expect(console.error.contains("A name has 1 to 128 bytes"))
        }
    }

    @Test func hostsAreListed() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            #expect(await state.run("user", "list").contains("today cloud user add NAME"))
            #expect(await state.run("user", "list", "--json") == "[]\n")
            for (person, name) in [("ada", "laptop"), ("bob", "desk")] {
                let token = await state.token(for: person)
                _ = try await join(name, token: token, state)
            }
            let table = await state.run("user", "list")
            #expect(table.contains("laptop") && table.contains("bob"))
            #expect(await state.run("user") == table)
            let one = try JSONValue(parsing: Array(await state.run("user", "list", "ada", "--json").utf8))
            #expect(one.arrayValue?.map { $0["name"]?.stringValue } == ["laptop"])
        }
    }

    @Test func hostsAreShutOut() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            var devices: [DeviceRecord] = []
            for name in ["laptop", "desk", "phone"] {
                let token = await state.token(for: "ada")
                devices.append(try await join(name, token: token, state))
            }
            let unused = await state.token(for: "ada")
            let console = RecordingConsole()
            _ = await state.run("user", "revoke", "ada", "--device", devices[0].id.text, on: console)
            #expect(console.error == "Shut out one host of ada.\n")
            let again = RecordingConsole()
            _ = await state.run(
                "user",
                "revoke",
                "ada",
                "--device",
                devices[0].id.text,
                on: again,
                status: .failure
            )
            #expect(again.error.contains("ada has no device \(devices[0].id.text)"))
            let all = RecordingConsole()
            _ = await state.run("user", "revoke", "ada", on: all)
            #expect(all.error == "Shut out 2 hosts of ada.\n")
            #expect(await state.run("user", "list", "--json") == "[]\n")
            await #expect(throws: CloudError.self) { _ = try await join("late", token: unused, state) }
        }
    }

    @Test func whoNeverJoinedCannotBeShutOut() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let console = RecordingConsole()
            _ = await state.run("user", "revoke", "nobody", on: console, status: .failure)
            #expect(console.error.contains("Nobody is called nobody"))
        }
    }
}
