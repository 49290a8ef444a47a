import CloudStorage
import CloudTestSupport
import JSON
import Testing
import TodayTestSupport

@Suite struct ChangeTests {
    private static let zone: JSONValue = ["zoneName": "today"]

    /// Returns a client of ada, whose database has the zone `today`.
    private func client(_ kit: CloudKitFixture, _ person: String = "ada") async throws -> RecordClient {
        let client = try await kit.login(person)
        try await client.call(
            "zones/modify",
            ["operations": [["operationType": "create", "zone": ["zoneID": Self.zone]]]]
        )
        return client
    }

    private func names(_ page: JSONValue) -> [String] {
        page["records"]?.arrayValue?.compactMap { $0["recordName"]?.stringValue } ?? []
    }

    @Test func recordsThatChangedComeOnceAndDeletedOnesByName() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            try await ada.modify(["n1", "n2", "n3"].map { operation("create", $0, ["text": "a"]) }, zone: "today")
            let first = try await ada.call("records/changes", ["zoneID": Self.zone])
            #expect(names(first) == ["n1", "n2", "n3"])
            #expect(first["moreComing"] == false)
            let token = try #require(first["syncToken"])
            try await ada.modify(
                [
                    operation("forceUpdate", "n1", ["text": "b"]), operation("delete", "n2"),
                    operation("create", "n4", [:]),
                ],
                zone: "today"
            )
            try await ada.modify(operation("create", "elsewhere", [:]))
            for operation in ["records/changes", "changes/zone"] {
                let request: JSONValue = ["zoneID": Self.zone, "syncToken": token]
                let isOld = operation == "records/changes"
                let answer = try await ada.call(operation, isOld ? request : ["zones": [request]])
                let page = isOld ? answer : answer["zones"]?.arrayValue?.first ?? .null
                #expect(names(page) == ["n1", "n2", "n4"])
                #expect(page["records"]?.arrayValue?[1] == ["recordName": "n2", "deleted": true])
                #expect(page["moreComing"] == false)
            }
            // Whoever begins now does not hear of what is gone.
            #expect(names(try await ada.call("records/changes", ["zoneID": Self.zone])) == ["n3", "n1", "n4"])
        }
    }

    @Test func changesComeInPages() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            try await ada.modify((0..<5).map { operation("create", "n\($0)", [:]) }, zone: "today")
            var (seen, token, more) = ([String](), JSONValue.null, true)
            while more {
                let page = try await ada.call(
                    "records/changes",
                    ["zoneID": Self.zone, "syncToken": token, "resultsLimit": 2]
                )
                seen += names(page)
                token = page["syncToken"] ?? .null
                more = page["moreComing"]?.boolValue ?? false
                // What changes between two pages comes at the end.
                if seen.count == 2 { try await ada.modify(operation("forceUpdate", "n0", ["a": 1]), zone: "today") }
            }
            #expect(seen == ["n0", "n1", "n2", "n3", "n4", "n0"])
        }
    }

    @Test func changesOfZonesCanBeReadBackwardsAndNarrowed() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            try await ada.modify((0..<5).map { operation("create", "n\($0)", ["a": 1, "b": 2]) }, zone: "today")
            try await ada.modify(operation("create", "i", ["a": 1], type: "Item"), zone: "today")
            var (seen, token, more) = ([String](), JSONValue.null, true)
            while more {
                let zone: JSONValue = ["zoneID": Self.zone, "reverse": true, "resultsLimit": 4, "syncToken": token]
                let page = try #require(
                    try await ada.call("changes/zone", ["zones": [zone]])["zones"]?.arrayValue?.first
                )
                seen += names(page)
                token = page["syncToken"] ?? .null
                more = page["moreComing"]?.boolValue ?? false
                if seen.count == 4 { try await ada.modify(operation("create", "late", [:]), zone: "today") }
            }
            #expect(seen == ["i", "n4", "n3", "n2", "n1", "n0"])
            // The token leads to what has changed since the beginning.
            #expect(
                names(try await ada.call("records/changes", ["zoneID": Self.zone, "syncToken": token])) == ["late"]
            )
            let narrow: JSONValue = ["zoneID": Self.zone, "desiredRecordTypes": ["Item"], "desiredKeys": ["b"]]
            let page = try await ada.call("changes/zone", ["zones": [narrow]])["zones"]?.arrayValue?.first
            #expect(names(page ?? .null) == ["i"])
            #expect(page?["records"]?.arrayValue?.first?["fields"] == [:])
        }
    }

    @Test func zonesBeyondTheSizeOfAnAnswerAreForLaterAndNoneIsListedTwice() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            let large = JSONValue.string(String(repeating: "x", count: 999_900))
            for start in [0, 9] {
                let batch = (start..<(start + 9)).map { operation("create", "n\($0)", ["text": large]) }
                #expect(try await ada.modify(batch).allSatisfy { $0.code == nil })
            }
            try await ada.modify(operation("create", "later", [:]), zone: "today")
            let zones: [JSONValue] = [["zoneID": ["zoneName": "_defaultZone"]], ["zoneID": Self.zone]]
            let answer = try await ada.call("changes/zone", ["zones": .array(zones)])["zones"]?.arrayValue ?? []
            #expect(answer.map { names($0).count } == [16, 0])
            #expect(answer.map { $0["moreComing"] } == [true, true])
            let next: JSONValue = ["zoneID": Self.zone, "syncToken": answer.last?["syncToken"] ?? .null]
            #expect(names(try await ada.call("records/changes", next)) == ["later"])
            let twice = try await ada.send("changes/zone", ["zones": .array([zones[1], zones[1]])])
            #expect(twice.status == 400)
            #expect(twice.json.code == "BAD_REQUEST")
        }
    }

    @Test func tokensOfOtherPlacesAreRefused() async throws {
        try await withCloudKit { kit async throws in
            let (ada, ben) = (try await client(kit), try await client(kit, "ben"))
            let other: JSONValue = ["zoneName": "other"]
            try await ada.call(
                "zones/modify",
                ["operations": [["operationType": "create", "zone": ["zoneID": other]]]]
            )
            var tokens: [JSONValue] = ["made-up", "", "AAAA", 5]
            for (client, zone) in [(ada, other), (ben, Self.zone)] {
                tokens.append(try await client.call("records/changes", ["zoneID": zone])["syncToken"] ?? .null)
            }
            tokens.append(try await ada.call("changes/database", [:])["syncToken"] ?? .null)
            for token in tokens {
                for operation in ["records/changes", "changes/zone"] {
                    let request: JSONValue = ["zoneID": Self.zone, "syncToken": token]
                    let body = operation == "records/changes" ? request : ["zones": [request]]
                    let answer = try await ada.send(operation, body)
                    #expect(answer.status == 400, "\(operation) \(token)")
                    #expect(answer.json.code == "BAD_REQUEST")
                }
            }
            let zoneToken = try await ada.call("records/changes", ["zoneID": Self.zone])["syncToken"] ?? .null
            let mine = try await ben.call("changes/database", [:])["syncToken"] ?? .null
            for token in [zoneToken, mine, "made-up"] {
                #expect(try await ada.send("changes/database", ["syncToken": token]).status == 400)
            }
        }
    }

    /// As after a restore of the cloud's database from nothing: the numbers of zones and of changes are the same.
    @Test(arguments: ["records/changes", "changes/database"])
    func aTokenOfAnotherDatabaseOfTheCloudIsRefused(operation: String) async throws {
        try await withCloudKit { kit async throws in
            try await withCloudKit { other async throws in
                let (ada, former) = (try await client(kit), try await client(other))
                var request: [String: JSONValue] = operation == "records/changes" ? ["zoneID": Self.zone] : [:]
                let token = try await former.call(operation, .object(request))["syncToken"]
                try await ada.call(operation, .object(request))
                request["syncToken"] = token
                let answer = try await ada.send(operation, .object(request))
                #expect(answer.status == 400, "the token was accepted: \(answer.text)")
                #expect(answer.json.code == "BAD_REQUEST")
            }
        }
    }

    @Test func aTokenFromBeforeForgottenDeletionsIsRefused() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            try await ada.modify(operation("create", "n1", [:]), zone: "today")
            try await ada.modify(operation("create", "n2", [:]), zone: "today")
            let old = try await ada.call("records/changes", ["zoneID": Self.zone])["syncToken"] ?? .null
            try await ada.modify(operation("delete", "n1"), zone: "today")
            let new = try await ada.call("records/changes", ["zoneID": Self.zone])["syncToken"] ?? .null
            kit.fixture.date.advance(by: CloudRecordLimits.deletionLifetime + 1)
            while try await kit.store.sweepRecords() {}
            let again = try await kit.login()
            #expect(try await again.send("records/changes", ["zoneID": Self.zone, "syncToken": old]).status == 400)
            #expect(try await again.send("records/changes", ["zoneID": Self.zone, "syncToken": new]).status == 200)
            #expect(names(try await again.call("records/changes", ["zoneID": Self.zone])) == ["n2"])
        }
    }

    @Test func aZoneWithForgottenDeletionsCanBeReadFromTheStartInPages() async throws {
        try await withCloudKit { kit async throws in
            let first = try await client(kit)
            try await first.modify((0..<5).map { operation("create", "n\($0)", [:]) }, zone: "today")
            try await first.modify(operation("create", "gone", [:]), zone: "today")
            try await first.modify(operation("delete", "gone"), zone: "today")
            kit.fixture.date.advance(by: CloudRecordLimits.deletionLifetime + 1)
            while try await kit.store.sweepRecords() {}
            let ada = try await kit.login()
            var (seen, token, more) = ([String](), JSONValue.null, true)
            while more {
                let request: JSONValue = ["zoneID": Self.zone, "syncToken": token, "resultsLimit": 2]
                let page = try await ada.call("records/changes", request)
                seen += names(page)
                token = page["syncToken"] ?? .null
                more = page["moreComing"]?.boolValue ?? false
            }
            #expect(seen == ["n0", "n1", "n2", "n3", "n4"])
            // Within the pages of a client that began earlier, a deletion that it needs may be forgotten.
            let early = try await ada.call("records/changes", ["zoneID": Self.zone, "resultsLimit": 2])["syncToken"]
            try await ada.modify(operation("delete", "n0"), zone: "today")
            kit.fixture.date.advance(by: CloudRecordLimits.deletionLifetime + 1)
            while try await kit.store.sweepRecords() {}
            let late: JSONValue = ["zoneID": Self.zone, "syncToken": early ?? .null]
            #expect(try await kit.login().send("records/changes", late).status == 400)
        }
    }

    @Test(arguments: ["changes/database", "zones/changes"])
    func zonesThatChanged(operation name: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            let start = try await ada.call(name, [:])
            #expect(start["zones"]?.arrayValue?.count == 2)
            #expect(start["metaSyncToken"] == start["syncToken"])
            let token = start["syncToken"] ?? .null
            #expect(try await ada.call(name, ["metaSyncToken": token])["zones"] == [])
            try await ada.modify(operation("create", "n1", [:]))
            let zone: JSONValue = ["operationType": "delete", "zone": ["zoneID": Self.zone]]
            try await ada.call("zones/modify", ["operations": [zone]])
            let news = try await ada.call(name, ["syncToken": token])
            let zones = news["zones"]?.arrayValue ?? []
            #expect(zones.map { $0["zoneID"]?["zoneName"] } == ["_defaultZone", "today"])
            #expect(zones.map { $0["deleted"] } == [nil, true])
            #expect(try await ada.call(name, ["syncToken": news["syncToken"] ?? .null])["zones"] == [])
            let page = try await ada.call(name, ["syncToken": token, "resultsLimit": 1])
            #expect(page["moreComing"] == true)
            #expect(page["zones"]?.arrayValue?.count == 1)
        }
    }

    @Test func zonesAreMadeFoundAndDeletedWithTheirRecords() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await client(kit)
            let user = try await ada.using("public").call("users/current")["userRecordName"] ?? .null
            let create: JSONValue = ["operationType": "create", "zone": ["zoneID": Self.zone]]
            let again = try await ada.call("zones/modify", ["operations": [create]])["zones"]?.arrayValue?.first
            #expect(again?["zoneID"] == ["zoneName": "today", "ownerRecordName": user])
            #expect(again?["atomic"] == true)
            #expect(again?["syncToken"]?.stringValue?.isEmpty == false)
            let listed = try await ada.call("zones/list")["zones"]?.arrayValue ?? []
            #expect(listed.map { $0["atomic"] } == [false, true])
            let lookup: JSONValue = ["zones": [["zoneID": Self.zone], ["zoneID": ["zoneName": "nowhere"]]]]
            let found = try await ada.call("zones/lookup", lookup)["zones"]?.arrayValue ?? []
            #expect(found.map(\.code) == [nil, "ZONE_NOT_FOUND"])

            try await ada.modify(operation("create", "n1", ["text": "a"]), zone: "today")
            let delete: JSONValue = ["operationType": "delete", "zone": ["zoneID": Self.zone]]
            let deleted =
                try await ada.call("zones/modify", ["operations": [delete, delete]])["zones"]?.arrayValue ?? []
            #expect(deleted.map { $0["deleted"] } == [true, nil])
            #expect(deleted.last?.code == "ZONE_NOT_FOUND")
            let query: JSONValue = ["zoneID": Self.zone, "query": ["recordType": "Note"]]
            let gone = try await ada.send("records/query", query)
            #expect(gone.status == 404)
            #expect(gone.json.code == "ZONE_NOT_FOUND")
            try await ada.call("zones/modify", ["operations": [create]])
            #expect(try await ada.call("records/query", query)["records"] == [])
            for (kind, name) in [("delete", "_defaultZone"), ("create", "_mine"), ("create", ""), ("create", "a\u{1}")]
            {
                let zone: JSONValue = ["operationType": .string(kind), "zone": ["zoneID": ["zoneName": .string(name)]]]
                let answer = try await ada.call("zones/modify", ["operations": [zone]])["zones"]?.arrayValue?.first
                #expect(answer?.code == "BAD_REQUEST", "\(kind) \(name)")
            }
            let foreign: JSONValue = ["zoneName": "today", "ownerRecordName": "_somebody"]
            #expect(try await ada.send("records/changes", ["zoneID": foreign]).status == 404)
        }
    }
}
