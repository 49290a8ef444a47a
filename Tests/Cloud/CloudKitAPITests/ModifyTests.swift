import CloudStorage
import CloudTestSupport
import JSON
import Testing

@Suite struct ModifyTests {
    @Test func aRecordHasEveryMemberThatClientsExpect() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let fields: JSONValue = ["text": "Milk", "due": ["value": 1_772_380_800_000, "type": "TIMESTAMP"]]
            let record = try await ada.modify(operation("create", "n1", fields))
            #expect(record["recordName"] == "n1")
            #expect(record["recordType"] == "Note")
            #expect(record["recordChangeTag"]?.stringValue?.isEmpty == false)
            #expect(record["fields"]?["text"] == ["value": "Milk", "type": "STRING"])
            #expect(record["fields"]?["due"] == ["value": 1_772_380_800_000, "type": "TIMESTAMP"])
            #expect(record["pluginFields"] == [:])
            #expect(record["deleted"] == false)
            let user = try await ada.using("public").call("users/current")["userRecordName"]
            #expect(record["created"]?["userRecordName"] == user)
            #expect(record["created"]?["timestamp"] == 1_795_248_000_000)
            #expect(record["modified"]?["deviceID"]?.stringValue?.isEmpty == false)
            #expect(try await ada.lookup("n1") == record)
        }
    }

    @Test func createWithoutANameGetsAUUIDAndFailsIfTheRecordExists() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let made = try await ada.modify(operation("create", nil, ["text": "x"]))
            #expect(made["recordName"]?.stringValue?.count == 36)
            try await ada.modify(operation("create", "n1", ["text": "Milk"]))
            let again = try await ada.modify(operation("create", "n1", ["text": "again"]))
            #expect(again.code == "EXISTS")
            #expect(again["recordName"] == "n1")
            #expect(again["reason"]?.stringValue?.isEmpty == false)
            #expect(again["uuid"]?.stringValue?.count == 36)
            #expect(try await ada.lookup("n1").field("text") == "Milk")
        }
    }

    /// Each kind of operation on a record with two fields: without a tag, with the current one and with an old one.
    @Test(
        arguments: [
            ("update", "BAD_REQUEST", nil, "CONFLICT"), ("replace", "BAD_REQUEST", nil, "CONFLICT"),
            ("forceUpdate", nil, nil, nil), ("forceReplace", nil, nil, nil), ("delete", nil, nil, "CONFLICT"),
            ("forceDelete", nil, nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func changeTags(kind: String, without: String?, current: String?, old: String?) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            for (index, expected) in [without, current, old].enumerated() {
                let name = "n\(index)"
                let first = try await ada.modify(operation("create", name, ["text": "Milk", "count": 1]))
                let second = try await ada.modify(operation("forceUpdate", name, ["count": 2]))
                let tags = [nil, second["recordChangeTag"]?.stringValue, first["recordChangeTag"]?.stringValue]
                let deletes = kind.lowercased().contains("delete")
                let change = operation(kind, name, deletes ? nil : ["text": "Tea"], tag: tags[index])
                let answer = try await ada.modify(change)
                #expect(answer.code == expected, "\(kind) \(index)")
                let after = try await ada.lookup(name)
                guard expected == nil else {
                    #expect(after.field("text") == "Milk")
                    continue
                }
                if deletes {
                    #expect(answer == ["recordName": .string(name), "deleted": true])
                    #expect(after.code == "NOT_FOUND")
                } else {
                    #expect(after.field("text") == "Tea")
                    #expect(after.field("count") == (kind.lowercased().contains("replace") ? nil : 2))
                    #expect(after["created"]?["timestamp"] == first["created"]?["timestamp"])
                }
            }
        }
    }

    @Test func operationsOnMissingRecords() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            for (kind, code) in [
                ("update", "NOT_FOUND"), ("replace", "NOT_FOUND"), ("delete", "NOT_FOUND"), ("forceUpdate", nil),
                ("forceReplace", nil), ("forceDelete", nil),
            ] as [(String, String?)] {
                let tag = kind == "update" || kind == "replace" ? "k1" : nil
                let answer = try await ada.modify(operation(kind, kind, ["text": "Tea"], tag: tag))
                #expect(answer.code == code, "\(kind)")
            }
            #expect(try await ada.modify(operation("forceDelete", "x"))["deleted"] == true)
            // A deleted record can be made again, as a new one.
            try await ada.modify(operation("delete", "forceUpdate"))
            #expect(try await ada.modify(operation("create", "forceUpdate", ["text": "new"])).field("text") == "new")
        }
    }

    @Test(arguments: [
        (-62_135_596_800_000, nil), (253_402_300_799_999, nil), (-62_135_596_800_001, "BAD_REQUEST"),
        (253_402_300_800_000, "BAD_REQUEST"),
    ])
    func timestampsAreWithinTheYears1To9999(milliseconds: Int, code: String?) async throws {
        try await withCloudKit { kit async throws in
            let due: JSONValue = ["value": .integer(milliseconds), "type": "TIMESTAMP"]
            let answer = try await kit.login().modify(operation("create", "n1", ["due": due]))
            #expect(answer.code == code)
        }
    }

    @Test func nullRemovesAFieldAndTheSchemaStays() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await ada.modify(operation("create", "n1", ["text": "Milk", "price": 1.5]))
            let after = try await ada.modify(operation("forceUpdate", "n1", ["text": .null]))
            #expect(after["fields"] == ["price": ["value": 1.5, "type": "DOUBLE"]])
            #expect(try await ada.modify(operation("create", "n2", ["text": 5])).code == "BAD_REQUEST")
            #expect(try await ada.modify(operation("create", "n2", ["price": 5])).field("price") == 5.0)
            #expect(try await ada.modify(operation("forceUpdate", "n1", ["x": 1], type: "Other")).code == "BAD_REQUEST")
        }
    }

    @Test func everyPrivateDatabaseHasItsOwnSchemaAndThePublicOneIsShared() async throws {
        try await withCloudKit { kit async throws in
            let (ada, ben) = (try await kit.login(), try await kit.login("ben"))
            try await ada.modify(operation("create", "n1", ["text": "Milk"]))
            #expect(try await ben.modify(operation("create", "n1", ["text": 5])).field("text") == 5)
            #expect(try await ada.modify(operation("create", "n2", ["text": "Tea"])).code == nil)
            try await ada.using("public").modify(operation("create", "n1", ["text": "Milk"]))
            #expect(
                try await ben.using("public").modify(operation("create", "n2", ["text": 5])).code == "BAD_REQUEST"
            )
        }
    }

    @Test func aBatchInAZoneIsAtomicAndInTheDefaultZoneNot() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let zone: JSONValue = ["zoneID": ["zoneName": "today"]]
            try await ada.call("zones/modify", ["operations": [["operationType": "create", "zone": zone]]])
            let batch = [operation("create", "n1", ["text": "a"]), operation("delete", "n2", type: nil)]
            let failed = try await ada.modify(batch, zone: "today")
            #expect(failed.map(\.code) == ["ATOMIC_ERROR", "NOT_FOUND"])
            #expect(try await ada.lookup("n1", zone: "today").code == "NOT_FOUND")
            #expect(try await ada.modify(batch, zone: "today", atomic: false).map(\.code) == [nil, "NOT_FOUND"])
            #expect(try await ada.modify(batch).map(\.code) == [nil, "NOT_FOUND"])
            let atomic = try await ada.send("records/modify", ["operations": .array(batch), "atomic": true])
            #expect(atomic.status == 400)
            #expect(atomic.json.code == "BAD_REQUEST")
            // The schema of a batch that failed is not kept either.
            let fields: JSONValue = ["only": 1]
            _ = try await ada.modify([operation("create", "n3", fields), batch[1]], zone: "today")
            #expect(try await ada.modify(operation("create", "n3", ["only": "text"])).field("only") == "text")
        }
    }

    @Test func referencesDeleteAndValidate() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let zone: JSONValue = ["zoneID": ["zoneName": "today"]]
            try await ada.call("zones/modify", ["operations": [["operationType": "create", "zone": zone]]])
            let link = { (target: String, action: String) -> JSONValue in
                ["to": ["value": ["recordName": .string(target), "action": .string(action)]]]
            }
            for zone in [nil, "today"] {
                let missing = try await ada.modify(operation("create", "n1", link("n2", "VALIDATE")), zone: zone)
                #expect(missing.code == "VALIDATING_REFERENCE_ERROR")
                let both = [
                    operation("create", "child", link("root", "DELETE_SELF")), operation("create", "root", [:]),
                    operation("create", "grandchild", link("child", "DELETE_SELF")),
                    operation("create", "friend", link("root", "NONE")),
                ]
                #expect(try await ada.modify(both, zone: zone).allSatisfy { $0.code == nil })
                try await ada.modify(operation("delete", "root"), zone: zone)
                for name in ["child", "grandchild"] {
                    #expect(try await ada.lookup(name, zone: zone).code == "NOT_FOUND")
                }
                #expect(try await ada.lookup("friend", zone: zone).code == nil)
            }
            // In an atomic batch the target may come after the reference.
            let circle = [
                operation("create", "a", link("b", "VALIDATE")), operation("create", "b", link("a", "VALIDATE")),
            ]
            #expect(try await ada.modify(circle, zone: "today").allSatisfy { $0.code == nil })
            let elsewhere: JSONValue = ["to": ["value": ["recordName": "a", "zoneID": ["zoneName": "today"]]]]
            #expect(try await ada.modify(operation("create", "c", elsewhere)).code == "BAD_REQUEST")
        }
    }

    @Test func desiredKeysAndNumbersAsStrings() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let create = operation("create", "n1", ["text": "Milk", "count": 9_007_199_254_740_993, "price": 1.5])
            let answer = try await ada.call(
                "records/modify",
                ["operations": [create], "numbersAsStrings": true, "desiredKeys": ["count", "price", "missing"]]
            )["records"]?.arrayValue?.first
            #expect(
                answer?["fields"] == [
                    "count": ["value": "9007199254740993", "type": "INT64"],
                    "price": ["value": "1.5", "type": "DOUBLE"],
                ]
            )
            let lookup: JSONValue = ["records": [["recordName": "n1", "desiredKeys": ["text"]], ["recordName": "n1"]]]
            let records = try await ada.call("records/lookup", lookup)["records"]?.arrayValue ?? []
            #expect(records.map { $0["fields"]?.objectValue?.count } == [1, 3])
        }
    }

    @Test func filesAreRefusedClearly() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let file: JSONValue = ["file": ["value": ["fileChecksum": "x", "size": 1], "type": "ASSETID"]]
            let answer = try await ada.modify(operation("create", "n1", file))
            #expect(answer.code == "BAD_REQUEST")
            #expect(answer["reason"]?.stringValue?.contains("ASSETID") == true)
        }
    }

    @Test func thePublicDatabaseIsReadByEverybodyAndChangedByItsCreators() async throws {
        try await withCloudKit { kit async throws in
            let (ada, ben) = (try await kit.login().using("public"), try await kit.login("ben").using("public"))
            try await ada.modify(operation("create", "n1", ["text": "Milk"]))
            #expect(try await kit.anonymous.using("public").lookup("n1").field("text") == "Milk")
            #expect(try await kit.anonymous.using("public").names(["recordType": "Note"]) == ["n1"])
            for kind in ["forceUpdate", "forceReplace", "forceDelete", "delete"] {
                #expect(try await ben.modify(operation(kind, "n1", [:])).code == "ACCESS_DENIED")
            }
            let write = try await kit.anonymous.using("public").send("records/modify", ["operations": []])
            #expect(write.status == 421)
            #expect(try await ada.modify(operation("delete", "n1"))["deleted"] == true)
        }
    }
}
