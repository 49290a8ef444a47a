import Foundation
import Host
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import HostDaemon

@Suite struct UserConfigurationTests {
    @Test func fileThatIsNotThereSetsNothing() throws {
        #expect(try UserConfiguration(contentsOf: "/nowhere/config.json") == UserConfiguration())
    }

    @Test func everyKeyIsRead() throws {
        let text =
            #"{"port": 8080, "sandbox": "required", "language": "de-CH", "trusted": ["org.a"], "#
            + #""wake-for-actions": false, "unseen-updates": 0, "keychain-key": "secret-service", "#
            + #""push-contact": "mailto:ada@example.org", "action-wait-hours": 720}"#

        let configuration = try UserConfiguration(json: Array(text.utf8), path: "config.json")

        #expect(configuration.port == 8080)
        #expect(configuration.sandbox == .required)
        #expect(configuration.language == "de-CH")
        #expect(configuration.trusted.map(\.rawValue) == ["org.a"])
        #expect(!configuration.wakesForActions)
        #expect(configuration.actionWaitHours == 720)
        #expect(UserConfiguration().actionWaitHours == 24)
        #expect(configuration.unseenUpdateLimit == 0)
        #expect(UserConfiguration().unseenUpdateLimit == 64)
        #expect(configuration.keychainKey == .secretService)
        #expect(UserConfiguration().keychainKey == .auto)
        #expect(configuration.pushContact == "mailto:ada@example.org")
    }

    @Test(arguments: [
        (#"{"prot": 1}"#, "\"prot\""), (#"{"port": "8080"}"#, "\"port\""), (#"{"port": 65536}"#, "\"port\""),
        (#"{"port": -1}"#, "\"port\""), (#"{"port": 1.5}"#, "\"port\""), (#"{"sandbox": true}"#, "\"sandbox\""),
        (#"{"sandbox": "none"}"#, "\"sandbox\""), (#"{"language": ""}"#, "\"language\""),
        (#"{"language": "en_US"}"#, "\"language\""), (#"{"port": 1"#, "not JSON"), ("", "not JSON"),
        ("[]", "not contain an object"), (#"{"trusted": ["a", 1]}"#, "\"trusted\""),
        (#"{"wake-for-actions": 1}"#, "\"wake-for-actions\""),
        (#"{"action-wait-hours": 0}"#, "\"action-wait-hours\""), (#"{"action-wait-hours": 721}"#, "1 to 720"),
        (#"{"action-wait-hours": 1.5}"#, "\"action-wait-hours\""),
        (#"{"action-wait-hours": "24"}"#, "\"action-wait-hours\""),
        (#"{"unseen-updates": 97}"#, "\"unseen-updates\""), (#"{"unseen-updates": -1}"#, "\"unseen-updates\""),
        (#"{"unseen-updates": true}"#, "\"unseen-updates\""), (#"{"keychain-key": "keyring"}"#, "\"keychain-key\""),
        (#"{"push-contact": "ada@example.org"}"#, "\"push-contact\""),
        (#"{"push-contact": "mailto:"}"#, "\"push-contact\""), (#"{"push-contact": 1}"#, "\"push-contact\""),
        (#"{"push-contact": "https://example.org/\r\nx"}"#, "\"push-contact\""),
        (String(repeating: "[", count: 1000), "not JSON"),
    ])
    func mistakesNameTheFileAndTheKey(text: String, word: String) {
        let error = #expect(throws: HostError.self) {
            try UserConfiguration(json: Array(text.utf8), path: "/etc/config.json")
        }

        #expect(error?.message.contains("/etc/config.json") == true)
        #expect(error?.message.contains(word) == true)
    }

    @Test func aHostThatRunsWithoutALoginKeepsTheKeyInAFileUnlessToldOtherwise() async throws {
        #expect(KeychainKeyOption.allCases.map { $0.usesSecretService(lingers: true) } == [false, false, true])
        #expect(KeychainKeyOption.allCases.map { $0.usesSecretService(lingers: false) } == [true, false, true])
        try await withTemporaryDirectory { folder in
            #expect(!KeychainKeyOption.lingers(folder: folder))
            try Data().write(to: URL(filePath: "\(folder)/\(NSUserName())"))
            #expect(KeychainKeyOption.lingers(folder: folder))
        }
    }

    @Test func hugeFileIsRefusedUnread() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/config.json"
            try Data(repeating: UInt8(ascii: " "), count: 70_000).write(to: URL(filePath: path))

            #expect(throws: HostError.self) { try UserConfiguration(contentsOf: path) }
        }
    }
}
