import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@testable import CloudKitAPI

/// The response to a refused request: its status, and its body as CloudKit's clients expect it.
@Suite struct ErrorTests {
    private static let statuses: [CloudRecordFailure.Code: Int] = [
        .accessDenied: 403, .atomicError: 400, .authenticationFailed: 401, .authenticationRequired: 421,
        .badRequest: 400, .conflict: 409, .exists: 409, .internalError: 500, .notFound: 404, .quotaExceeded: 413,
        .throttled: 429, .tryAgainLater: 503, .validatingReferenceError: 412, .zoneNotFound: 404,
    ]

    @Test(arguments: CloudRecordFailure.Code.allCases)
    func everyCodeHasItsStatusAndItsBody(code: CloudRecordFailure.Code) async throws {
        let plain = try await TestClient.answer(CloudKitError(code, "A reason.").response)
        #expect(plain.status == Self.statuses[code])
        #expect(plain.json["serverErrorCode"] == .string(code.rawValue) && plain.json["reason"] == "A reason.")
        #expect(plain.json["uuid"]?.stringValue?.count == 36)
        #expect(plain.json.objectValue?.count == 3 && plain.headers[.retryAfter] == nil)
        #expect(plain.headers[.wwwAuthenticate] == (code == .authenticationFailed ? "CloudKit realm=\"Today\"" : nil))

        let address = "http://cloud.test/sign-in"
        let error = CloudKitError(code, "A reason.", retryAfter: 7, redirectURL: address)
        let full = try await TestClient.answer(error.response)
        #expect(full.status == plain.status && full.headers[.retryAfter] == "7")
        #expect(full.json["retryAfter"] == 7 && full.json["redirectURL"] == .string(address))
        #expect(full.json.objectValue?.count == 5)
    }

    @Test func whatTheCloudThrowsHasACode() {
        let codes: [(CloudError.Code, retryAfter: Int?, CloudRecordFailure.Code)] = [
            (.invalid, nil, .badRequest), (.unauthorized, nil, .authenticationFailed), (.forbidden, nil, .accessDenied),
            (.notFound, nil, .notFound), (.conflict, nil, .quotaExceeded), (.tooLarge, nil, .quotaExceeded),
            (.tooMany, 3, .throttled), (.timedOut, nil, .tryAgainLater), (.unavailable, 5, .tryAgainLater),
            (.unavailable, nil, .internalError),
        ]
        for (thrown, retryAfter, code) in codes {
            let error = CloudKitError(CloudError(thrown, "A reason.", retryAfter: retryAfter))
            #expect(error == CloudKitError(code, "A reason.", retryAfter: retryAfter))
        }
    }

    @Test func aStoreThatIsClosedAsksToTryAgain() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            await kit.store.close()
            let answer = try await ada.send("records/modify", ["operations": [operation("create", "n1", [:])]])
            #expect(answer.status == 503 && answer.json.code == "TRY_AGAIN_LATER")
            let seconds = try #require(answer.json["retryAfter"]?.integerValue)
            #expect(seconds > 0 && answer.headers[.retryAfter] == "\(seconds)")
        }
    }
}
