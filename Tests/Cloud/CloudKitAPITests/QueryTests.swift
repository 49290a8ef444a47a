import CloudStorage
import CloudTestSupport
import JSON
import Testing

@Suite struct QueryTests {
    private static let berlin: JSONValue = ["latitude": 52.52, "longitude": 13.405]
    private static let potsdam: JSONValue = ["latitude": 52.4, "longitude": 13.06]

    /// Saves the records a, b and c, and d without any of their fields.
    private func fill(_ client: RecordClient) async throws {
        let rows: [(String, JSONValue)] = [
            (
                "a",
                [
                    "text": "Milk and bread", "count": 1, "price": 1.5, "tags": ["value": ["red", "green"]],
                    "place": ["value": Self.berlin], "to": ["value": ["recordName": "x"]],
                    "data": ["value": "AAEC", "type": "BYTES"],
                ]
            ),
            (
                "b",
                [
                    "text": "Oatmilk", "count": 2, "price": 2.5, "tags": ["value": ["blue"]],
                    "place": ["value": ["latitude": 48.1, "longitude": 11.6]], "to": ["value": ["recordName": "y"]],
                ]
            ),
            (
                "c",
                [
                    "text": "Bread", "count": 3, "price": 3.5, "tags": ["value": ["redwood", "red", "blue"]],
                    "place": ["value": ["latitude": 40.7, "longitude": -74.0]], "to": ["value": ["recordName": "y"]],
                ]
            ),
            ("d", ["other": 1]),
        ]
        let saved = try await client.modify(rows.map { operation("create", $0.0, $0.1) })
        #expect(saved.allSatisfy { $0.code == nil })
    }

    @Test(
        arguments: [
            ("count", "EQUALS", 2, "b"), ("text", "EQUALS", "Bread", "c"), ("price", "EQUALS", 2.5, "b"),
            ("to", "EQUALS", ["recordName": "y"], "bc"), ("data", "EQUALS", "AAEC", "a"),
            ("tags", "EQUALS", ["blue"], "b"), ("count", "NOT_EQUALS", 2, "ac"), ("count", "LESS_THAN", 2, "a"),
            ("count", "LESS_THAN_OR_EQUALS", 2, "ab"), ("count", "GREATER_THAN", 2, "c"),
            ("count", "GREATER_THAN_OR_EQUALS", 2, "bc"), ("count", "IN", [3, 1, 3], "ac"),
            ("count", "NOT_IN", [1], "bc"),
            ("text", "CONTAINS_ALL_TOKENS", "bread MILK", "a"), ("text", "CONTAINS_ANY_TOKENS", "milk tea", "a"),
            ("text", "CONTAINS_ANY_TOKENS", "bread", "ac"), ("tags", "LIST_CONTAINS", "blue", "bc"),
            ("tags", "NOT_LIST_CONTAINS", "red", "b"), ("text", "BEGINS_WITH", "Milk", "a"),
            ("text", "NOT_BEGINS_WITH", "Milk", "bc"), ("tags", "LIST_MEMBER_BEGINS_WITH", "red", "ac"),
            ("tags", "NOT_LIST_MEMBER_BEGINS_WITH", "red", "b"), ("place", "EQUALS", QueryTests.berlin, "a"),
            ("missing", "NOT_EQUALS", 1, ""),
        ] as [(String, String, JSONValue, String)]
    )
    func comparators(field: String, comparator: String, value: JSONValue, expected: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await fill(ada)
            let query: JSONValue = ["recordType": "Note", "filterBy": [filter(field, comparator, value)]]
            for limit in [1, 200] {
                #expect(try await ada.names(query, limit: limit).sorted().joined() == expected)
            }
        }
    }

    @Test func nearFindsWithinADistanceAndSortsByIt() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await fill(ada)
            let near = { (distance: Int?) -> JSONValue in
                var near = filter("place", "NEAR", Self.potsdam).objectValue ?? [:]
                near["distance"] = distance.map { .integer($0) }
                return ["recordType": "Note", "filterBy": [.object(near)]]
            }
            #expect(try await ada.names(near(50_000)) == ["a"])
            #expect(try await ada.names(near(1_000_000), limit: 1) == ["a", "b"])
            #expect(try await ada.names(near(nil), limit: 1) == ["a", "b", "c"])
        }
    }

    @Test func resultsAreSortedWithRecordsThatLackTheFieldLast() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await fill(ada)
            for (sorts, expected) in [
                ([["fieldName": "count"]], "abcd"), ([["fieldName": "count", "ascending": false]], "cbad"),
                ([["fieldName": "text"]], "cabd"),
                ([["fieldName": "to"], ["fieldName": "count", "ascending": false]], "acbd"),
                ([["fieldName": "___createTime", "ascending": false], ["fieldName": "price"]], "abcd"),
            ] as [([JSONValue], String)] {
                let query: JSONValue = ["recordType": "Note", "sortBy": .array(sorts)]
                for limit in [1, 3, 4, 200] {
                    #expect(try await ada.names(query, limit: limit).joined() == expected, "\(sorts) \(limit)")
                }
            }
            let both: JSONValue = [
                "recordType": "Note", "filterBy": [filter("tags", "LIST_CONTAINS", "red")],
                "sortBy": [["fieldName": "count", "ascending": false]],
            ]
            #expect(try await ada.names(both, limit: 1) == ["c", "a"])
        }
    }

    @Test func pagesShowEachOfManyRecordsOnceWhicheverIndexIsRead() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let total = 2_600
            for start in stride(from: 0, to: total, by: 200) {
                let names = start..<(start + 200)
                try await ada.modify(
                    names.map {
                        operation("create", "n\($0)", ["number": .integer($0 % 500), "even": .integer($0 % 2)])
                    }
                )
            }
            let all: JSONValue = ["recordType": "Note"]
            let sorted: JSONValue = ["recordType": "Note", "sortBy": [["fieldName": "number", "ascending": false]]]
            let even: JSONValue = ["recordType": "Note", "filterBy": [filter("even", "EQUALS", 0)]]
            let wide: JSONValue = [
                "recordType": "Note", "filterBy": [filter("number", "LESS_THAN", 480)],
                "sortBy": [["fieldName": "number"]],
            ]
            #expect(try await ada.names(all) == (0..<total).map { "n\($0)" })
            let names = try await ada.names(sorted, limit: 170)
            #expect(Set(names).count == total && names.count == total)
            let numbers = names.compactMap { Int($0.dropFirst()).map { $0 % 500 } }
            #expect(numbers == numbers.sorted(by: >))
            #expect(try await ada.names(even).count == total / 2)
            let low = try await ada.names(wide, limit: 190).compactMap { Int($0.dropFirst()).map { $0 % 500 } }
            #expect(low.count == (0..<total).filter { $0 % 500 < 480 }.count && low == low.sorted())
        }
    }

    @Test func aMarkerOfAnotherQueryIsRefused() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await fill(ada)
            let first: JSONValue = ["query": ["recordType": "Note"], "resultsLimit": 1]
            let marker = try #require(try await ada.call("records/query", first)["continuationMarker"])
            let sorted: JSONValue = ["recordType": "Note", "sortBy": [["fieldName": "count"]]]
            let notes: JSONValue = ["recordType": "Note"]
            let others: JSONValue = ["recordType": "Other"]
            for (query, other) in [
                (others, marker), (sorted, marker), (notes, "made-up"), (notes, ""),
            ] as [(JSONValue, JSONValue)] {
                let answer = try await ada.send("records/query", ["query": query, "continuationMarker": other])
                #expect(answer.status == 400)
                #expect(answer.json.code == "BAD_REQUEST")
            }
            let elsewhere = try await kit.login("ben").send(
                "records/query",
                ["query": ["recordType": "Note"], "continuationMarker": marker]
            )
            #expect(elsewhere.status == 400)
        }
    }

    @Test(
        arguments: [
            filter("count", "EQUALS", "two"), filter("count", "BEGINS_WITH", "2"), filter("text", "NEAR", "here"),
            filter("text", "LIST_CONTAINS", "x"), filter("tags", "LESS_THAN", ["x"]), filter("count", "IN", 1),
            filter("count", "RESEMBLES", 1), filter("count", "EQUALS", 1, type: "STRING"), filter("a b", "EQUALS", 1),
            filter("count", "EQUALS", .null), ["fieldName": "count", "comparator": "EQUALS"], 5,
            filter("count", "IN", .array((0..<251).map { .integer($0) })),
        ] as [JSONValue]
    )
    func filtersThatMakeNoSenseAreRefused(filter: JSONValue) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            try await fill(ada)
            let query: JSONValue = ["query": ["recordType": "Note", "filterBy": [filter]]]
            let answer = try await ada.send("records/query", query)
            #expect(answer.status == 400)
            #expect(answer.json.code == "BAD_REQUEST")
        }
    }
}
