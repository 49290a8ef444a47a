import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite struct SequenceTests {
    @Test func updatesClearsAndDeletesNameTheirSequence() async throws {
        try await withNtfy { ntfy async throws in
            let first = try await ntfy.publish("1%", headers: ["X-Sequence-ID": "upload"])
            #expect(first["sequence_id"] == "upload")
            let second = try await ntfy.client.send(.post, "/home/upload", text: "50%").json
            #expect(second["sequence_id"] == "upload")
            #expect(second["id"] != first["id"])
            let clear = try await ntfy.client.send(.put, "/home/upload/clear").json
            #expect(clear["event"] == "message_clear")
            #expect(clear["sequence_id"] == "upload")
            #expect(clear["message"] == nil)
            let delete = try await ntfy.client.send(.delete, "/home/upload").json
            #expect(delete["event"] == "message_delete")
            #expect(try await ntfy.poll() == [first, second, clear, delete])
        }
    }

    @Test func aMessageIsItsOwnSequenceAtFirst() async throws {
        try await withNtfy { ntfy async throws in
            let id = try await ntfy.publish("1%")["id"]?.stringValue ?? ""
            let update = try await ntfy.publish("2%", headers: ["sid": id])
            #expect(update["sequence_id"] == .string(id))
        }
    }

    @Test func aDeviceThatWasAwayGetsTheLatestStateAlone() async throws {
        try await withNtfy { ntfy async throws in
            let ada = try await ntfy.fixture.join("ada")
            _ = try await ntfy.store.subscribe("ada", to: "home")
            try await ntfy.publish("1%", headers: ["SID": "upload"])
            try await ntfy.publish("other")
            try await ntfy.publish("other", to: "elsewhere", headers: ["SID": "upload"])
            let delete = try await ntfy.client.send(.delete, "/home/upload").json
            let told = try await ntfy.fixture.bodies(ada)
            #expect(told.compactMap { $0["message"]?["event"] } == ["message", "message_delete"])
            #expect(told.last == ["topic": "home", "message": delete])
        }
    }

    @Test(arguments: ["/home/a.b/clear", "/home/" + String(repeating: "a", count: 65) + "/clear", "/a%20b/x/clear"])
    func whatIsNoSequenceIsRefused(path: String) async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.put, path).status == 400)
        }
    }
}
