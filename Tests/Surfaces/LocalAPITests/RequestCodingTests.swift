import HostModel
import JSON
import Testing
import TodayProtocol

@testable import LocalAPI

/// What the server reads that no client of ours writes: defaults, limits and mistakes.
@Suite struct RequestCodingTests {
    /// What arrives besides the path's own parameters.
    private func read<Request: RoutedRequest>(
        _: Request.Type = Request.self,
        route: Int = 0,
        path: [String: String] = [:],
        query: [String: String] = [:],
        body: JSONValue = .null
    ) throws -> Request {
        let reader = RequestReader(
            viewer: RequestRouteTests.viewer,
            path: { path[$0] },
            query: { query[$0] },
            body: body,
            surface: { SurfaceID("here") }
        )
        return try reader.request(by: Request.routes[route])
    }

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as HostError {
            return error.message
        } catch { return (error as? DecodingError)?.sentence }
    }

    @Test(arguments: [
        (nil, 20), ("7", 7), ("0", 1), ("-3", 1), ("1001", 1000), ("many", 20), ("", 20), ("99999999999999999999", 20),
    ])
    func aNumberHasADefaultAndARange(text: String?, limit: Int) throws {
        let request: GetLedgerRequest = try read(path: ["widget": "w"], query: text.map { ["limit": $0] } ?? [:])
        #expect(request == GetLedgerRequest(of: WidgetID("w"), limit: limit))
    }

    @Test func anOptionalNumberThatCannotBeReadIsMissing() throws {
        #expect(try read(GetAuditRequest.self, query: ["before": "x"]).before == nil)
        #expect(try read(GetAuditRequest.self, query: ["before": "12"]).before == 12)
        #expect(try read(GetScreenRequest.self, query: ["settle": "x"]).settle == nil)
        #expect(try read(GetScreenRequest.self, query: ["settle": "31"]).settle == 30)
        #expect(try read(GetUseRequest.self, query: ["url": "u", "wait": "-1"]).wait == -1)
    }

    @Test func waitsAreLimited() throws {
        let log: GetAppLogRequest = try read(path: ["app": "a"], query: ["milliseconds": "1000000", "after": "-2"])
        #expect(log == GetAppLogRequest(of: .app(AppID("a")), wait: GetAppLogRequest.longestWait))
        #expect(try read(GetAppLogRequest.self, path: ["app": "a"]) == GetAppLogRequest(of: .app(AppID("a"))))
        let response: GetScriptResponseRequest = try read(path: ["identifier": "n"], query: ["asker": "other"])
        #expect(response == GetScriptResponseRequest(to: "n"))
    }

    @Test(arguments: [(nil, false), ("0", false), ("", false), ("1", true)])
    func aFlagIsOne(text: String?, isSet: Bool) throws {
        let query = text.map { ["keepData": $0] } ?? [:]
        let request: UninstallAppRequest = try read(path: ["app": "a"], query: query)
        #expect(request == UninstallAppRequest(AppID("a"), keepsData: isSet))
    }

    @Test func theCheckOfTheAuditLogIsWrittenOut() throws {
        #expect(try read(GetAuditRequest.self, query: ["check": "true"]).isChecked)
        #expect(try !read(GetAuditRequest.self, query: ["check": "1"]).isChecked)
        let members = try GetAuditRequest(isChecked: true).members()
        #expect(RequestWriter(members, by: GetAuditRequest.routes[0]).query == ["limit": "50", "check": "true"])
    }

    @Test func textsThatMayBeMissingHaveDefaults() throws {
        #expect(try read(MakeLinkRequest.self) == MakeLinkRequest(to: "/"))
        #expect(try read(MakeLinkRequest.self, query: ["page": ""]) == MakeLinkRequest(to: ""))
        #expect(try read(RecordBackupRequest.self) == RecordBackupRequest(of: ""))
        #expect(try read(GetOutboxRequest.self, query: ["app": ""]).app == AppID(""))
    }

    @Test func membersOfABodyThatMayBeMissingHaveDefaults() throws {
        let place: JSONValue = ["latitude": 1, "longitude": 2, "accuracy": 3]
        let location: ShareLocationRequest = try read(body: place)
        #expect(location.begins == false)
        #expect(location.surface == SurfaceID("here"))
        let share: ShareRequest = try read(body: [
            "id": "t", "app": "a", "content": ["text": "x", "urls": [], "images": []], "point": .null,
        ])
        #expect(share.point == .share)
        #expect(share.viewer == RequestRouteTests.viewer)
    }

    @Test func whatIsMissingIsNamed() {
        #expect(message { _ = try read(FindAppRequest.self) } == "The request lacks “name”.")
        #expect(message { _ = try read(EndUseRequest.self, query: ["url": ""]) } == "The request lacks “url”.")
        #expect(message { _ = try read(SetScreenRequest.self, body: [:]) } == "\"widgets\" is missing")
        #expect(message { _ = try read(SetScreenRequest.self, body: []) } == "an object is wanted, not an array")
        #expect(
            message { _ = try read(RenameDeviceRequest.self, path: ["device": "d"], body: ["name": 1]) }
                == "name: a string is wanted, not an integer"
        )
        let wrong: JSONValue = ["id": "t", "target": ["widget": ["id": "w"]], "data": [:], "verb": 1]
        #expect(
            message { _ = try read(PerformTapRequest.self, body: wrong) } == "verb: a string is wanted, not an integer"
        )
        #expect(
            message { _ = try read(PerformTapRequest.self, body: .null) } == "an object is wanted, not null"
        )
    }

    @Test(arguments: [[:], ["app": ""], ["app": "%"], ["app": String(repeating: "a", count: 513)]])
    func aMalformedPathIsRefused(path: [String: String]) {
        #expect(
            message { _ = try read(UninstallAppRequest.self, path: path) } == "The address of the request is malformed."
        )
    }

    @Test(arguments: ["x", "0", "-7"]) func aPathWithoutAPositiveNumberNamesNothing(text: String) {
        let gone = "This notification no longer exists."
        #expect(message { _ = try read(GetNotificationRequest.self, path: ["id": text]) } == gone)
        let none = "There is no action \(text)."
        #expect(message { _ = try read(RetryActionRequest.self, path: ["number": text]) } == none)
        #expect(message { _ = try read(DiscardActionRequest.self, path: ["number": text]) } == none)
    }

    @Test func whatTheRouteSaysIsNotRead() throws {
        let path = ["group": "g", "key": "k"]
        let removal: SetDefaultRequest = try read(route: 1, path: path, query: ["value": "v"])
        #expect(removal == SetDefaultRequest(nil, for: "k", in: GroupID("g")))
        #expect(throws: DecodingError.self) { try read(SetDefaultRequest.self, path: path, body: .null) }
        let opening: OpenURLRequest = try read(body: ["url": "u", "source": "icon"])
        #expect(opening.source == .commandLine)
    }
}
