import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing

@Suite struct HostileTests {
    /// Sends a body, and expects a refusal in CloudKit's form; returns its code.
    private func refusal(
        _ client: RecordClient,
        _ operation: String,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let answer = try await client.client.send(.post, client.path(operation) + "?" + client.query, text: text)
        #expect((400..<500).contains(answer.status), "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.json["reason"]?.stringValue?.isEmpty == false, sourceLocation: sourceLocation)
        let isTooLarge = answer.json.code == "QUOTA_EXCEEDED"
        #expect((answer.status == 413) == isTooLarge, sourceLocation: sourceLocation)
        return answer.json.code
    }

    @Test(arguments: [
        "records/modify", "records/lookup", "records/query", "records/changes", "changes/zone", "changes/database",
        "zones/lookup", "zones/modify", "subscriptions/lookup", "subscriptions/modify", "tokens/create",
        "tokens/register",
    ])
    func bodiesThatAreNoObjectsAreRefused(operation: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let deep = String(repeating: "{\"a\":", count: 5_000) + "1" + String(repeating: "}", count: 5_000)
            let lists = String(repeating: "[", count: 100_000)
            for body in ["[]", "5", "not JSON", "{\"operations\":", "\u{0}", deep, lists] {
                #expect(try await refusal(ada, operation, body) == "BAD_REQUEST")
            }
        }
    }

    @Test func bodiesAndBatchesHaveLimits() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let large = "{\"a\":\"\(String(repeating: "x", count: 16 * 1024 * 1024))\"}"
            #expect(try await refusal(ada, "records/modify", large) == "QUOTA_EXCEEDED")
            let medium = "{\"a\":\"\(String(repeating: "x", count: 256 * 1024))\"}"
            #expect(try await refusal(ada, "records/query", medium) == "QUOTA_EXCEEDED")
            #expect(try await refusal(ada, "records/modify", medium) == "BAD_REQUEST")
            let many = (0...200).map { operation("create", "n\($0)", [:]) }
            let batch: JSONValue = ["operations": .array(many)]
            #expect(try await refusal(ada, "records/modify", batch.jsonText) == "BAD_REQUEST")
            let names: JSONValue = ["records": .array((0...200).map { ["recordName": .string("n\($0)")] })]
            #expect(try await refusal(ada, "records/lookup", names.jsonText) == "BAD_REQUEST")
            let filters = JSONValue.array(Array(repeating: filter("a", "EQUALS", 1), count: 31))
            let query: JSONValue = ["query": ["recordType": "Note", "filterBy": filters]]
            #expect(try await refusal(ada, "records/query", query.jsonText) == "BAD_REQUEST")
            let values = "{\"a\":[\(Array(repeating: "0", count: 500_001).joined(separator: ","))]}"
            #expect(try await refusal(ada, "records/modify", values) == "BAD_REQUEST")
            for limit in ["0", "-1", "1.5", "\"5\""] {
                let text = "{\"query\":{\"recordType\":\"Note\"},\"resultsLimit\":\(limit)}"
                #expect(try await refusal(ada, "records/query", text) == "BAD_REQUEST")
            }
        }
    }

    @Test(arguments: [
        ("zones/modify", "operations"), ("zones/lookup", "zones"), ("subscriptions/modify", "operations"),
        ("subscriptions/lookup", "subscriptions"),
    ])
    func listsHaveAtMost200Elements(operation: String, list: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let elements = (0...200).map { number -> JSONValue in
                let zone: JSONValue = ["zoneID": ["zoneName": .string("z\(number)")]]
                let subscription: JSONValue = ["subscriptionID": .string("s\(number)")]
                switch operation {
                case "zones/modify": return ["operationType": "create", "zone": zone]
                case "zones/lookup": return zone
                case "subscriptions/modify": return ["operationType": "delete", "subscription": subscription]
                default: return subscription
                }
            }
            let many: JSONValue = [list: .array(elements)]
            #expect(try await refusal(ada, operation, many.jsonText) == "BAD_REQUEST")
            #expect(try await ada.call("zones/list")["zones"]?.arrayValue?.count == 1)
            let most = try await ada.call(operation, [list: .array(Array(elements.prefix(200)))])
            #expect(most[String(operation.prefix { $0 != "/" })]?.arrayValue?.count == 200)
        }
    }

    @Test func aLoginHasALimitedNumberOfRequestsAtATime() async throws {
        try await withCloudKit(requests: (1, 0)) { kit async throws in
            let (ada, ben) = (try await kit.login(), try await kit.login("ben"))
            let body = HeldBody()
            async let first = ada.client.send(.post, ada.path("zones/list") + "?" + ada.query, held: body)
            await body.waitUntilRead()
            let second = try await ada.send("zones/list")
            #expect(second.status == 429)
            #expect(second.json.code == "THROTTLED" && second.json["retryAfter"] == 1)
            try await ben.call("zones/list")
            body.finish()
            #expect(try await first.status == 200)
            try await ada.call("zones/list")
        }
    }

    @Test func aRecordHasLimits() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let big = operation("create", "n1", ["text": .string(String(repeating: "x", count: 1_000_000))])
            #expect(try await ada.modify(big).code == "BAD_REQUEST")
            let list = operation("create", "n1", ["list": ["value": .array(Array(repeating: 1, count: 1_001))]])
            #expect(try await ada.modify(list).code == "BAD_REQUEST")
            let fields = Dictionary(uniqueKeysWithValues: (0...200).map { ("f\($0)", JSONValue.integer($0)) })
            #expect(try await ada.modify(operation("create", "n1", .object(fields))).code == "QUOTA_EXCEEDED")
            let fits = operation("create", "n1", ["text": .string(String(repeating: "x", count: 999_900))])
            #expect(try await ada.modify(fits).code == nil)
        }
    }

    @Test(arguments: ["", "a\u{0}b", "a\u{1b}[2J", "line\nbreak", "\u{7f}", String(repeating: "n", count: 256)])
    func namesWithControlCharactersAreRefused(name: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let modify: JSONValue = ["operations": [operation("create", name, [:])]]
            #expect(try await refusal(ada, "records/modify", modify.jsonText) == "BAD_REQUEST")
            let lookup: JSONValue = ["records": [["recordName": .string(name)]]]
            #expect(try await refusal(ada, "records/lookup", lookup.jsonText) == "BAD_REQUEST")
            let zone: JSONValue = ["zoneID": ["zoneName": .string(name)]]
            #expect(try await refusal(ada, "records/changes", zone.jsonText) == "BAD_REQUEST")
            let field: JSONValue = ["operations": [operation("create", "n1", [name: 1])]]
            let answer = try await ada.call("records/modify", field)["records"]?.arrayValue?.first
            #expect(answer?.code == "BAD_REQUEST")
        }
    }

    @Test(arguments: [
        "{\"operations\":[{\"operationType\":\"upsert\",\"record\":{}}]}", "{\"operations\":[{\"record\":{}}]}",
        "{\"operations\":[{\"operationType\":\"create\"}]}", "{\"operations\":[5]}", "{\"operations\":{}}",
        "{\"operations\":[{\"operationType\":\"create\",\"record\":{\"recordType\":5}}]}",
        "{\"operations\":[{\"operationType\":\"create\",\"record\":{\"recordType\":\"N\",\"fields\":[]}}]}",
        "{\"operations\":[{\"operationType\":\"create\",\"record\":{\"recordType\":\"N\",\"fields\":{\"a\":1}}}]}",
        "{\"operations\":[{\"operationType\":\"create\",\"record\":{\"recordType\":\"N\",\"fields\":{\"a\":{}}}}]}",
        "{\"operations\":[{\"operationType\":\"delete\",\"record\":{}}]}", "{\"operations\":[],\"atomic\":\"yes\"}",
        "{\"operations\":[],\"desiredKeys\":\"a\"}", "{\"operations\":[],\"zoneID\":\"today\"}",
    ])
    func malformedOperationsAreRefused(body: String) async throws {
        try await withCloudKit { kit async throws in
            #expect(try await refusal(try await kit.login(), "records/modify", body) == "BAD_REQUEST")
        }
    }

    @Test func longTextsAreFoundAndSortedByTheirBeginnings() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let long = String(repeating: "ä", count: 300)
            try await ada.modify([
                operation("create", "a", ["text": .string(long + "a")]),
                operation("create", "b", ["text": .string(long + "b")]),
                operation("create", "c", ["text": "x\u{0}y"]), operation("create", "d", ["text": "x"]),
            ])
            for (comparator, value, expected) in [
                ("EQUALS", long + "a", "a"), ("BEGINS_WITH", long, "ab"), ("GREATER_THAN", long + "a", "b"),
                ("EQUALS", "x", "d"), ("EQUALS", "x\u{0}y", "c"), ("EQUALS", "x\u{1}y", ""), ("IN", "", "ac"),
            ] {
                let operand: JSONValue = comparator == "IN" ? [.string(long + "a"), "x\u{0}y"] : .string(value)
                let query: JSONValue = ["recordType": "Note", "filterBy": [filter("text", comparator, operand)]]
                #expect(try await ada.names(query).sorted().joined() == expected, "\(comparator)")
            }
        }
    }

    @Test func aCycleOfReferencesAndTooManyDependentsEnd() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let link = { (target: String) -> JSONValue in
                ["to": ["value": ["recordName": .string(target), "action": "DELETE_SELF"]]]
            }
            try await ada.modify([operation("create", "a", link("b")), operation("create", "b", link("a"))])
            #expect(try await ada.modify(operation("delete", "a"))["deleted"] == true)
            #expect(try await ada.lookup("b").code == "NOT_FOUND")
            for start in stride(from: 0, to: 1_000, by: 200) {
                let batch = (start..<(start + 200)).map { operation("create", "c\($0)", link("root")) }
                #expect(try await ada.modify(batch).allSatisfy { $0.code == nil })
            }
            #expect(try await ada.modify(operation("create", "last", link("root"))).code == "QUOTA_EXCEEDED")
            try await ada.modify(operation("create", "root", [:]))
            #expect(try await ada.modify(operation("delete", "root"))["deleted"] == true)
            #expect(try await ada.names(["recordType": "Note"]).isEmpty)
        }
    }
}
