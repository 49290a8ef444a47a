import ArgumentParser
import Foundation
import JSON
import Testing
import TodayTestSupport

@testable import CloudStorage
@testable import TodayCommands

/// `today cloud container` on the state folder of a cloud that is not running.
@Suite(.timeLimit(.minutes(10))) struct CloudContainerTests {
    private static let name = "iCloud.org.test.Notes"
    private static let key = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEv6ZqB1zkLwvFVNPInMPxwpP3847I
        UaRqzzC3IULefnPCdzBV7lbwat/m+MZYeJoXHoaYx8madJiOMAYB59SJxQ==
        -----END PUBLIC KEY-----

        """

    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(arguments: [
        "cloud container add iCloud.org.test --renew --json", "cloud container list --json --state s",
        "cloud container token iCloud.org.test --user ada --json",
        "cloud container key iCloud.org.test --public-key f", "cloud container key iCloud.org.test --remove id",
        "cloud container remove iCloud.org.test --yes --json",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "cloud container add", "cloud container add a/b", "cloud container token iCloud.org.test",
        "cloud container key iCloud.org.test", "cloud container key iCloud.org.test --public-key f --remove id",
    ])
    func refusesTheseArgumentsBeforeAnyWork(line: String) async {
        let console = RecordingConsole()
        let arguments = line.split(separator: " ").map(String.init)
        #expect(await CommandLineProgram.run(arguments, in: console.context()) == .usage)
        #expect(console.output.isEmpty)
    }

    @Test func aContainerKeepsItsTokenUntilItIsRenewed() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            #expect(await state.run("container", "list").contains("today cloud container add"))
            #expect(await state.run("container").contains("today cloud container add"))
            let first = try json(await state.run("container", "add", Self.name, "--json"))
            #expect(first["container"] == .string(Self.name))
            let token = try #require(first["api_token"]?.stringValue)
            #expect(token.wholeMatch(of: /[A-Za-z0-9]{64}/) != nil)
            #expect(await state.run("container", "add", Self.name) == token + "\n")
            let renewed = await state.run("container", "add", Self.name, "--renew")
            #expect(renewed != token + "\n" && renewed.count == 65)
            let listed = try json(await state.run("container", "list", "--json"))
            let expected: JSONValue = [
                "container": .string(Self.name), "api_token": .string(String(renewed.dropLast())), "keys": [],
            ]
            #expect(listed == [expected])
        }
    }

    @Test func aTokenIsALoginOfThePerson() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let console = RecordingConsole()
            await state.run("container", "token", Self.name, "--user", "ada", on: console, status: .failure)
            #expect(console.error.contains("today cloud container add \(Self.name)"))
            await state.run("container", "add", Self.name)
            let printed = try json(await state.run("container", "token", Self.name, "--user", "ada", "--json"))
            #expect(printed["user"] == "ada" && printed["seconds"] == 1_209_600)
            let token = try #require(printed["web_auth_token"]?.stringValue)
            #expect(Data(base64Encoded: token)?.count == 70)
            #expect(await state.run("container", "token", Self.name, "--user", "ada") != token + "\n")
            await state.run("container", "token", Self.name, "--user", "a\u{7}b", status: .failure)
            await state.run("user", "revoke", "ada")
            await state.run("user", "revoke", "ada", status: .failure)
        }
    }

    @Test func aKeyIsRegisteredOnceAndRemoved() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            let file = path + "/public.pem"
            try Self.key.write(toFile: file, atomically: true, encoding: .utf8)
            await state.run("container", "add", Self.name)
            let printed = try json(await state.run("container", "key", Self.name, "--public-key", file, "--json"))
            let id = try #require(printed["key_id"]?.stringValue)
            #expect(id.wholeMatch(of: /[0-9a-f]{64}/) != nil)
            #expect(await state.run("container", "key", Self.name, "--public-key", file) == id + "\n")
            #expect(await state.run("container", "list").contains(id))
            try "no key".write(toFile: file, atomically: true, encoding: .utf8)
            await state.run("container", "key", Self.name, "--public-key", file, status: .failure)
            await state.run("container", "key", Self.name, "--public-key", path + "/missing", status: .failure)
            await state.run("container", "key", Self.name, "--remove", id)
            await state.run("container", "key", Self.name, "--remove", id, status: .failure)
        }
    }

    @Test func aContainerIsRemovedAfterTheQuestion() async throws {
        try await withTemporaryDirectory { path async throws in
            let state = CloudState(path: path)
            await state.run("container", "remove", Self.name, "--yes", status: .failure)
            await state.run("container", "add", Self.name)
            await state.run("container", "remove", Self.name, status: .consentNeeded)
            let console = RecordingConsole(answer: "n")
            await state.run("container", "remove", Self.name, on: console, status: .failure)
            #expect(console.error.contains("Remove \(Self.name) and all its records? [y/N]"))
            #expect(await state.run("container", "list").contains(Self.name))
            await state.run("container", "remove", Self.name, on: RecordingConsole(answer: "y"))
            #expect(await !state.run("container", "list").contains(Self.name))
            await state.run("container", "add", Self.name)
            let printed = await state.run("container", "remove", Self.name, "--yes", "--json")
            #expect(try json(printed) == ["container": .string(Self.name)])
        }
    }

    @Test func aListHasALineForEachKey() {
        let container = CloudContainer(number: ContainerNumber(1), name: "a", apiToken: nil)
        let report = CloudContainersReport(containers: [(container, ["k1", "k2"])])
        #expect(report.text.split(separator: "\n").count == 3)
        #expect(report.json == [["container": "a", "api_token": .null, "keys": ["k1", "k2"]]])
    }
}
