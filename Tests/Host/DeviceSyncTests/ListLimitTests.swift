import HostStorage
import JSON
import Testing
import TodayProtocol

@testable import DeviceSync

@Suite struct ListLimitTests {
    private func list(_ json: String) async throws -> RemoteInbox? {
        let transport = ScriptedTransport(answer: { _ in .success(CloudResponse(status: 200, body: Array(json.utf8))) })
        let api = DeviceAPI(address: try CloudAddress("http://127.0.0.1:1"), token: "t", transport: transport)
        return try await api.list(
            CloudChannel(app: AppID("a"), channelID: "c", inboxUser: "u", inboxPassword: "p"),
            since: nil
        )
    }

    @Test func aListOfMoreValuesThanMessagesCanHaveIsRefused() async throws {
        let element = #"{"a":0},"#
        let small = String(repeating: element, count: 1000) + "0"
        #expect(try await list(#"{"messages":[\#(small)]}"#)?.messages == [])
        let large = String(repeating: element, count: DeviceAPI.listValues / 2) + "0"
        let failure = await #expect(throws: CloudFailure.self) { try await list(#"{"messages":[\#(large)]}"#) }
        #expect(failure?.code == .malformed)
    }
}
