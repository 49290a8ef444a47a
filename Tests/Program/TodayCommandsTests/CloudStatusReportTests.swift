import DeviceSync
import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct CloudStatusReportTests {
    private static let since = Date(timeIntervalSince1970: 1_795_248_000)
    private static let date = "2026-11-21T08:00:00Z"

    @Test(arguments: [
        (CloudStatus.State.notLinked, "This host has joined no cloud."),
        (.connecting, "Connecting to https://a.example."),
        (.connected(since: since), "Connected to https://a.example as ada."),
        (.offline(since: since, reason: "It is down."), "Offline since 2026-11-21 09:00:00: It is down."),
        (.unregistered, "This host was shut out of https://a.example; join again with “today link”."),
    ])
    func eachStateIsASentence(state: CloudStatus.State, sentence: String) {
        let status = CloudStatus(state, url: "https://a.example", user: "ada")
        let context = RecordingConsole().context(zone: "Europe/Berlin")
        #expect(CloudStatusReport(status: status).text(in: context) == sentence)
    }

    @Test func theCloudInsideIsNamedAsThat() {
        let status = CloudStatus(.connected(since: Self.since), url: "http://127.0.0.1:1", user: "me", isLocal: true)
        #expect(CloudStatusReport(status: status).text == "Connected to the cloud inside Today as me.")
    }

    private static let objects: [(CloudStatus, JSONValue)] = [
        (.notLinked, ["local": false, "state": "notLinked"]),
        (
            CloudStatus(.connected(since: since), url: "u", user: "ada", isLocal: true),
            ["local": true, "url": "u", "user": "ada", "state": "connected", "since": .string(date)]
        ),
        (
            CloudStatus(.offline(since: since, reason: "r"), url: "u"),
            ["local": false, "url": "u", "state": "offline", "since": .string(date), "reason": "r"]
        ),
        (CloudStatus(.unregistered, url: "u"), ["local": false, "url": "u", "state": "shutOut"]),
    ]

    @Test(arguments: objects) func eachStateIsJSON(status: CloudStatus, json: JSONValue) {
        #expect(CloudStatusReport(status: status).json == json)
    }

    @Test func whatACloudSaysCannotWriteOnTheTerminal() {
        let status = CloudStatus(.connected(since: Self.since), url: "https://a.example", user: "ada\u{1B}[31m")
        #expect(!CloudStatusReport(status: status).text.contains("\u{1B}"))
    }
}
