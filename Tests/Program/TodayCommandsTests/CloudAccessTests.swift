import ArgumentParser
import CloudStorage
import Foundation
import JSON
import Testing

@testable import TodayCommands

@Suite struct CloudAccessTests {
    private let report = CloudAccessReport(
        rules: [
            TopicRule(who: "*", pattern: "up*", rights: .writeOnly),
            TopicRule(who: "ada\u{1B}[31m", pattern: "alerts", rights: .readOnly),
        ],
        tokens: [
            TopicToken(
                hash: Data([1]),
                name: "backup",
                label: "nas",
                expires: Date(timeIntervalSince1970: 1_795_248_000)
            ),
            TopicToken(hash: Data([2]), name: "backup"),
        ]
    )

    @Test func rulesAndTokensAreListed() {
        let text = report.text(in: RecordingConsole().context(zone: "Europe/Berlin"))
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines[0] == ["NAME", "TOPIC", "RIGHTS"])
        #expect(lines[1] == ["everyone", "up*", "write-only"])
        #expect(lines[2].suffix(2) == ["alerts", "read-only"])
        #expect(!text.contains("\u{1B}"))
        #expect(lines[4] == ["backup", "nas", "2026-11-21", "09:00:00"])
        #expect(lines[5] == ["backup", "never"])
        #expect(lines[6].last == "Europe/Berlin.")
        #expect(CloudAccessReport(rules: [], tokens: []).text.contains("today cloud access set"))
    }

    @Test func theListIsJSONToo() {
        #expect(
            report.json["rules"]?.arrayValue?.first == ["name": "everyone", "topic": "up*", "rights": "write-only"]
        )
        #expect(report.json["tokens"]?.arrayValue?.last == ["name": "backup", "label": "", "expires": .null])
    }

    @Test(arguments: [
        "cloud access", "cloud access list --json", "cloud access set ada alerts read-only --state s",
        "cloud access set everyone up* deny", "cloud access remove ada", "cloud access remove ada alerts",
        "cloud access token ada --label nas --hours 24 --json", "cloud access revoke ada --label nas",
        "cloud --topics read-only --no-attachments", "cloud --attachments",
    ])
    func takesTheseArguments(line: String) throws {
        _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "cloud access set ada alerts", "cloud access set ada alerts all", "cloud access set ada a.b deny",
        "cloud access set a:b alerts deny", "cloud access set * alerts deny", "cloud access remove",
        "cloud access token everyone", "cloud access token ada --hours 0", "cloud access revoke", "cloud --topics open",
    ])
    func refusesTheseArguments(line: String) {
        #expect(throws: (any Error).self) {
            _ = try TodayCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        }
    }
}
