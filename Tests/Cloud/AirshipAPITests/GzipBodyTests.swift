import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct GzipBodyTests {
    private let push: JSONValue = ["audience": "all", "device_types": "all", "notification": ["alert": "Tea"]]

    private func send(_ bytes: [UInt8], encoding: String = "gzip") async throws -> TestClient.Answer {
        try await withAirship { airship async throws in
            try await airship.sender.send(
                .post,
                "/api/push/",
                bytes: bytes,
                headers: ["Content-Encoding": encoding]
            )
        }
    }

    @Test(arguments: ["gzip", "GZIP", "x-gzip"])
    func aPackedPushIsAccepted(encoding: String) async throws {
        let answer = try await send(Gzip.stored(Array(push.jsonText.utf8)), encoding: encoding)
        #expect(answer.status == 202)
        #expect(answer.json["push_ids"]?.arrayValue?.count == 1)
    }

    @Test func anAppRegistersWithAPackedBody() async throws {
        try await withAirship { airship async throws in
            let body: JSONValue = ["channel": ["device_type": "ios", "opt_in": true]]
            let headers = airship.signature().merging(["Content-Encoding": "gzip"]) { $1 }
            let bytes = Gzip.stored(Array(body.jsonText.utf8))
            let answer = try await airship.anybody.send(.post, "/api/channels/", bytes: bytes, headers: headers)
            #expect(answer.status == 201)
        }
    }

    /// Airship's Python client does so after it has uploaded a list.
    @Test func aPlainBodyIsReadThoughItIsSaidToBePacked() async throws {
        #expect(try await send(Array(push.jsonText.utf8)).status == 202)
        #expect(try await send(Array("x".utf8)).status == 400)
        #expect(try await send([]).status == 400)
    }

    @Test func anIncompleteBodyIsRefusedWhereverItEnds() async throws {
        let bytes = Gzip.stored(Array(push.jsonText.utf8))
        for length in [2, 9, 10, 14, 40, bytes.count - 8, bytes.count - 1] {
            let answer = try await send(Array(bytes.prefix(length)))
            #expect(answer.status == 400)
            #expect(answer.json["error"] == "The body is compressed, and its end is missing.", "\(length)")
            #expect(answer.json["error_code"] == 40_000)
        }
    }

    @Test func aDamagedBodyIsRefused() async throws {
        let bytes = Gzip.stored(Array(push.jsonText.utf8))
        var flipped = bytes
        flipped[20] ^= 1
        for wrong in [flipped, bytes + [0], bytes + bytes, [0x1F, 0x8B] + Array(repeating: 0xFF, count: 50)] {
            let answer = try await send(wrong)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?.stringValue?.contains("is damaged") == true)
        }
    }

    @Test(arguments: ["br", "deflate", "zstd", "gzip, gzip", "compress"])
    func otherWaysToPackAreRefused(encoding: String) async throws {
        let answer = try await send(Gzip.stored(Array(push.jsonText.utf8)), encoding: encoding)
        #expect(answer.status == 400)
        let sentence = "Bodies may be compressed with gzip, and this one says \"\(encoding)\"."
        #expect(answer.json["error"]?.stringValue == sentence)
    }

    /// Each match is 258 bytes of 13 bits: 158 times its size.
    @Test func aBombIsNotUnpacked() async throws {
        let small = try await send(Gzip.bomb(matches: 10_000))
        #expect(small.status == 413)
        #expect(small.json["error"] == "The body grows to more than 100 times its size when it is unpacked.")
        let large = try await send(Gzip.bomb(matches: 35_000))
        #expect(large.status == 413)
        #expect(large.json["error"] == "The body is larger than 5242880 bytes.")
        #expect(large.json["error_code"] == 41_300)
    }

    @Test func theLimitOfARouteIsForTheUnpackedBody() async throws {
        try await withAirship { airship async throws in
            let packed = airship.sender.with(["Content-Encoding": "gzip"])
            let answer = try await packed.send(.post, "/api/channels/tags", bytes: Gzip.bomb(matches: 1100))
            #expect(answer.status == 413)
            #expect(answer.json["error"] == "The body is larger than 262144 bytes.")
        }
    }
}
