import CloudStorage
import CloudTestSupport
import Foundation
import JSON
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
    private func link(_ target: String) -> JSONValue {
        ["to": ["value": ["recordName": .string(target), "action": "DELETE_SELF"]]]
    }

    /// Saves records that refer to a target.
    private func save(_ prefix: String, _ count: Int, to target: String, _ client: RecordClient) async throws {
        for start in stride(from: 0, to: count, by: 200) {
            let batch = (start..<min(start + 200, count)).map {
                operation("create", "\(prefix)\($0)", link(target))
            }
            #expect(try await client.modify(batch).allSatisfy { $0.code == nil })
        }
    }

    @Test func deletingARecordOfThePublicDatabaseKeepsTheRecordsOfOthers() async throws {
        try await withCloudKit { kit async throws in
            let (ada, ben) = (try await kit.login().using("public"), try await kit.login("ben").using("public"))
            try await ada.modify(operation("create", "root", [:]))
            try await ada.modify(operation("create", "ada", link("root")))
            try await ben.modify(operation("create", "ben", link("root")))
            #expect(try await ada.modify(operation("delete", "root"))["deleted"] == true)
            #expect(try await ada.lookup("ada").code == "NOT_FOUND")
            #expect(try await ada.lookup("ben").code == nil)
        }
    }

    @Test func theRecordsOfOthersTakeNobodysRoomInThePublicDatabase() async throws {
        try await withCloudKit { kit async throws in
            let (ada, ben) = (try await kit.login().using("public"), try await kit.login("ben").using("public"))
            try await save("b", CloudRecordLimits.dependents, to: "root", ben)
            #expect(try await ben.modify(operation("create", "more", link("root"))).code == "QUOTA_EXCEEDED")
            #expect(try await ada.modify(operation("create", "ada", link("root"))).code == nil)
        }
    }

    @Test func aRequestGoesOnWithoutCascadesAfterOneThatIsTooLarge() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            // A root, 6 records that refer to it, and 1,000 that refer to each of them.
            try await save("branch", 6, to: "root", ada)
            for branch in 0..<6 { try await save("leaf\(branch)-", 1_000, to: "branch\(branch)", ada) }
            try await save("small", 2, to: "other", ada)
            try await ada.modify(["root", "other", "alone"].map { operation("create", $0, [:]) })
            let batch = ["root", "other", "alone"].map { operation("delete", $0) }
            let answers = try await ada.modify(batch)
            #expect(answers.map(\.code) == ["BAD_REQUEST", "TRY_AGAIN_LATER", nil])
            #expect(try await ada.lookup("small0").code == nil)
            #expect(try await ada.modify(batch[1])["deleted"] == true)
            #expect(try await ada.lookup("small0").code == "NOT_FOUND")
        }
    }

    @Test func deletingAndSavingInOneRequestKeepsTheCount() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await save("n", CloudRecordLimits.dependents, to: "root", ada)
            let answers = try await ada.modify([
                operation("create", "first", link("root")), operation("delete", "n0"),
                operation("create", "second", link("root")), operation("create", "third", link("root")),
                operation("forceUpdate", "n1", link("root")),
            ])
            #expect(answers.map(\.code) == ["QUOTA_EXCEEDED", nil, nil, "QUOTA_EXCEEDED", nil])
        }
    }
}
