import CloudCore
import CloudKitAPI
import CloudStorage
import CloudTestSupport
import Crypto
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct AccessTests {
    @Test func withoutALoginAPrivateDatabaseAnswers421() async throws {
        try await withCloudKit { kit async throws in
            for (database, operation) in [("private", "records/query"), ("public", "users/current")] {
                let answer = try await kit.anonymous.using(database).send(operation, ["query": ["recordType": "Note"]])
                #expect(answer.status == 421)
                #expect(answer.json.code == "AUTHENTICATION_REQUIRED")
                #expect(answer.json["reason"] == "request needs authorization")
                #expect(answer.json["uuid"]?.stringValue?.count == 36)
                let address = try #require(answer.json["redirectURL"]?.stringValue)
                #expect(address.hasPrefix(TestClient.address))
                let page = try await kit.client.send(.get, String(address.dropFirst(TestClient.address.count)))
                #expect(page.status == 200)
                #expect(page.text.contains("today cloud container token"))
            }
        }
    }

    @Test func everyAnswerBringsANewTokenAndEarlierOnesStayValidUntilTheyExpire() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            var tokens: Set<String> = []
            for operation in ["zones/list", "zones/list", "nothing/such", "records/query"] {
                let answer = try await ada.send(operation, operation == "records/query" ? [:] : nil)
                let token = answer.nextToken
                #expect((token != nil) == (operation != "nothing/such"))
                if let token { tokens.insert(token) }
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
            }
            #expect(tokens.count == 3)
            kit.fixture.date.advance(by: 10 * 86_400)
            let later = try await ada.send("zones/list")
            #expect(later.status == 200)
            let renewed = try #require(later.nextToken)
            kit.fixture.date.advance(by: 5 * 86_400)
            #expect(try await ada.send("zones/list").status == 401)
            var newer = ada
            newer.query = "\(kit.anonymous.query)&ckWebAuthToken=\(renewed.escaped)"
            #expect(try await newer.send("zones/list").status == 200)
        }
    }

    @Test func tokensAreReadHoweverTheyAreEscaped() async throws {
        try await withCloudKit { kit async throws in
            var token = try await kit.token("ada")
            while !token.contains("+") || !token.contains("/") { token = try await kit.token("ada") }
            #expect(token.contains("="))
            var client = kit.anonymous
            for written in [
                token, token.escaped, token.escaped.escaped, token.replacing("+", with: "%20"),
                token.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D").escaped,
            ] {
                client.query = "ckWebAuthToken=\(written)&\(kit.anonymous.query)"
                #expect(try await client.send("zones/list").status == 200, "\(written)")
            }
        }
    }

    @Test func wrongTokensAnswer401AndCountAsFailedAttempts() async throws {
        try await withCloudKit(requestRate: 1_000) { kit async throws in
            let other = try await kit.addContainer("iCloud.org.test.Other")
            let foreign = try await kit.token("ada", container: other)
            var client = kit.anonymous
            let own = try await kit.token("ada")
            var forged = Data(base64Encoded: own) ?? Data()
            forged[25] ^= 1
            for query in [
                "", "ckAPIToken=wrong", "ckAPIToken=wrong&ckWebAuthToken=\(own.escaped)",
                "\(kit.anonymous.query)&ckWebAuthToken=wrong",
                "\(kit.anonymous.query)&ckWebAuthToken=\(foreign.escaped)",
                "\(kit.anonymous.query)&ckWebAuthToken=\(forged.base64EncodedString().escaped)",
            ] {
                client.query = query
                let answer = try await client.send("zones/list")
                #expect(answer.status == 401)
                #expect(answer.json.code == "AUTHENTICATION_FAILED")
            }
            client.query = "ckAPIToken=wrong"
            var last = 401
            for _ in 0..<40 { last = try await client.send("zones/list").status }
            #expect(last == 429)
            let refused = try await client.send("zones/list")
            #expect(refused.json.code == "THROTTLED")
            #expect(refused.headers[.retryAfter] != nil)
            // Whoever shares the address and has the right token does not have to wait.
            #expect(try await kit.login().send("zones/list").status == 200)
        }
    }

    @Test func revokingAPersonEndsTheirLogins() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            #expect(try await kit.store.revoke(person: "ada") == [])
            #expect(try await ada.send("zones/list").status == 401)
            #expect(try await kit.store.revoke(person: "ada") == nil)
        }
    }

    @Test func aSignedRequestUsesThePublicDatabaseAlone() async throws {
        try await withCloudKit { kit async throws in
            let server = try await SigningServer(kit)
            let create: JSONValue = ["operations": [operation("create", "n1", ["text": "Milk"])]]
            let made = try await server.send("records/modify", create)
            #expect(made.status == 200)
            let record = made.json["records"]?.arrayValue?.first
            #expect(record?["created"]?["userRecordName"] == .string("_" + server.keyID.prefix(32)))
            let user = try await server.send("users/current", nil)
            #expect(user.json["userRecordName"] == record?["created"]?["userRecordName"])
            #expect(try await server.send("zones/list", nil, hashesEmptyBody: false).status == 200)
            let private_ = try await server.send("zones/list", nil, database: "private")
            #expect(private_.status == 403)
            #expect(private_.json.code == "ACCESS_DENIED")
            // A server may change the records of everybody.
            let ada = try await kit.login().using("public")
            try await ada.modify(operation("create", "n2", ["text": "hers"]))
            let change: JSONValue = ["operations": [operation("forceUpdate", "n2", ["text": "its"])]]
            #expect(try await server.send("records/modify", change).json["records"]?.arrayValue?.first?.code == nil)
        }
    }

    @Test func aSignatureIsValidForTenMinutesEitherWay() async throws {
        try await withCloudKit { kit async throws in
            let server = try await SigningServer(kit)
            for (seconds, status) in [(0.0, 200), (-599, 200), (599, 200), (-601, 401), (601, 401)] {
                #expect(try await server.send("zones/list", nil, after: seconds).status == status)
            }
        }
    }

    @Test func wrongLoginsDoNotKeepOutTheRightOne() async throws {
        try await withCloudKit(requestRate: 1) { kit async throws in
            let ada = try await kit.login("ada")
            var guesser = kit.anonymous
            guesser.query += "&ckWebAuthToken=wrong"
            var statuses: [Int] = []
            for _ in 0..<200 { statuses.append(try await guesser.send("zones/list").status) }
            #expect(statuses.first == 401)
            #expect(statuses.last == 429)
            for _ in 0..<10 { #expect(try await ada.send("zones/list").status == 200) }
        }
    }

    @Test func wrongSignaturesAreRefused() async throws {
        try await withCloudKit(requestRate: 1_000) { kit async throws in
            let server = try await SigningServer(kit)
            let body: JSONValue = ["query": ["recordType": "Note"]]
            let path = "/database/1/\(CloudKitFixture.container)/development/public/records/query"
            let good = try server.headers(path, body.jsonText, date: server.date(0))
            #expect(try await kit.client.send(.post, path, body, headers: good).status == 200)
            let key = "X-Apple-CloudKit-Request-KeyID"
            let date = "X-Apple-CloudKit-Request-ISO8601Date"
            let signature = "X-Apple-CloudKit-Request-SignatureV1"
            for (name, value) in [
                (key, "unknown"), (date, "2026-11-21"), (date, "yesterday"), (signature, "AAAA"), (signature, "%%%"),
                (signature, good[date] ?? ""), (date, server.date(1)),
            ] {
                let headers = good.merging([name: value]) { $1 }
                let answer = try await kit.client.send(.post, path, body, headers: headers)
                #expect(answer.status == 401, "\(name) \(value)")
                #expect(answer.json.code == "AUTHENTICATION_FAILED")
            }
            let other = try await kit.client.send(.post, path, ["query": ["recordType": "Other"]], headers: good)
            #expect(other.status == 401)
            let elsewhere = path.replacing("query", with: "lookup")
            #expect(try await kit.client.send(.post, elsewhere, body, headers: good).status == 401)
            #expect(try await kit.store.removeRecordKey(server.keyID, of: kit.container.number))
            #expect(try await kit.client.send(.post, path, body, headers: good).status == 401)
        }
    }

    @Test func aPublicKeyIsReadFromPEMForP256Alone() throws {
        let key = P256.Signing.PrivateKey()
        let read = try #require(ServerPublicKey(pem: key.publicKey.pemRepresentation))
        #expect(read.id.count == 64)
        #expect(read.bytes == key.publicKey.x963Representation)
        #expect(ServerPublicKey(pem: P384.Signing.PrivateKey().publicKey.pemRepresentation) == nil)
        #expect(ServerPublicKey(pem: key.pemRepresentation) == nil)
        #expect(ServerPublicKey(pem: "") == nil)
    }

    @Test func pathsThatAreNoneAnswerInCloudKitsForm() async throws {
        try await withCloudKit { kit async throws in
            let base = "/database/1/\(CloudKitFixture.container)/development"
            for (path, status, code) in [
                ("/database", 404, "NOT_FOUND"), ("/database/2/x/development/private/zones/list", 404, "NOT_FOUND"),
                ("/device/1/x", 404, "NOT_FOUND"), (base + "/private/assets/upload", 404, "NOT_FOUND"),
                (base + "/zones/list", 404, "NOT_FOUND"), (base + "/private/records/query", 400, "BAD_REQUEST"),
                ("/database/1/a%00b/development/private/zones/list", 400, "BAD_REQUEST"),
                ("/database/1/x/staging/private/zones/list", 400, "BAD_REQUEST"),
                (base + "/shared/zones/list", 421, "AUTHENTICATION_REQUIRED"),
            ] {
                let answer = try await kit.client.send(.get, path + "?" + kit.anonymous.query)
                #expect(answer.status == status, "\(path)")
                #expect(answer.json.code == code, "\(path)")
            }
            let preflight = try await kit.client.send(.options, base + "/private/records/query")
            #expect(preflight.status == 200)
            #expect(preflight.headers[.accessControlAllowOrigin] == "*")
        }
    }
}

extension TestClient.Answer {
    /// The web auth token of the next request.
    var nextToken: String? { HTTPField.Name("X-Apple-CloudKit-Web-Auth-Token").flatMap { headers[$0] } }
}

/// A server with a registered key.
struct SigningServer {
    let kit: CloudKitFixture
    let keyID: String
    private let key = P256.Signing.PrivateKey()

    init(_ kit: CloudKitFixture) async throws {
        self.kit = kit
        let registered = try #require(ServerPublicKey(pem: key.publicKey.pemRepresentation))
        keyID = registered.id
        try await kit.store.addRecordKey(registered.id, to: kit.container.number, publicKey: registered.bytes)
    }

    /// The current time and some seconds as the header has it.
    func date(_ seconds: Double) -> String { (kit.fixture.date.value + seconds).formatted(.iso8601) }

    /// The headers of a signed request.
    func headers(_ path: String, _ body: String, date: String, hashesEmptyBody: Bool = true) throws -> [String: String]
    {
        let hash = Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
        let text = "\(date):\(body.isEmpty && !hashesEmptyBody ? "" : hash):\(path)"
        return [
            "X-Apple-CloudKit-Request-KeyID": keyID, "X-Apple-CloudKit-Request-ISO8601Date": date,
            "X-Apple-CloudKit-Request-SignatureV1": try key.signature(for: Data(text.utf8)).derRepresentation
                .base64EncodedString(),
        ]
    }

    /// Sends a signed request.
    func send(
        _ operation: String,
        _ body: JSONValue?,
        database: String = "public",
        after seconds: Double = 0,
        hashesEmptyBody: Bool = true
    ) async throws -> TestClient.Answer {
        let path = "/database/1/\(CloudKitFixture.container)/development/\(database)/\(operation)"
        let text = body?.jsonText ?? ""
        let headers = try headers(path, text, date: date(seconds), hashesEmptyBody: hashesEmptyBody)
        return try await kit.client.send(body == nil ? .get : .post, path, text: text, headers: headers)
    }
}
