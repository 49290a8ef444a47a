import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// Every message in the form that `Documentation/Protocol.md` shows.
@Suite struct MessageTests {
    static let moment = RequestContext(
        now: Date(timeIntervalSince1970: 1_795_248_000),
        day: CivilDay(year: 2026, month: 11, day: 21),
        zone: "Europe/Berlin",
        language: "en-US"
    )
    static let momentText =
        #""context":{"day":"2026-11-21","language":"en-US","now":{"$date":"2026-11-21T08:00:00.000Z"},"zone":"Europe/Berlin"}"#

    private func expect(_ value: some Codable & Sendable, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: decoded(like: value, text)).jsonText == text)
    }

    private func decoded<Value: Codable>(like value: Value, _ text: String) throws -> Value {
        try JSONValue(parsing: text).decode(Value.self)
    }

    @Test func processMessages() throws {
        try expect(
            InitializeRequest(
                hostVersion: "0.1.0",
                kind: .widget,
                id: "com.example.App.widget",
                app: AppID("com.example.App"),
                groups: [.init(id: GroupID("group.x"), path: "/groups/group.x")],
                bundlePath: "/app/PlugIns/X.appex",
                temporaryPath: "/tmp",
                context: Self.moment
            ),
            #"{"app":"com.example.App","bundlePath":"/app/PlugIns/X.appex","# + Self.momentText
                + #","groups":[{"id":"group.x","path":"/groups/group.x"}],"hostVersion":"0.1.0","#
                + #""id":"com.example.App.widget","kind":"widget","protocolVersion":1,"temporaryPath":"/tmp"}"#
        )
        try expect(
            InitializeRequest(
                hostVersion: "0.1.0",
                kind: .app,
                id: "a",
                app: AppID("a"),
                groups: [],
                bundlePath: "/app",
                temporaryPath: "/tmp",
                deviceID: "d",
                notifications: NotificationSettings(authorization: .authorized, allowed: [.alert]),
                context: Self.moment
            ),
            #"{"app":"a","bundlePath":"/app","# + Self.momentText
                + #","deviceID":"d","groups":[],"hostVersion":"0.1.0","id":"a","kind":"app","notifications":"#
                + #"{"alertStyle":"banner","allowed":["alert"],"authorization":"authorized"},"protocolVersion":1,"temporaryPath":"/tmp"}"#
        )
        var named = InitializeRequest(
            hostVersion: "0.1.0",
            kind: .widget,
            id: "w",
            app: AppID("a"),
            groups: [],
            bundlePath: "/app",
            temporaryPath: "/tmp",
            context: Self.moment
        )
        named.principalClass = "Radar"
        #expect(try JSONValue(encoding: named)["principalClass"] == "Radar")
        try expect(InitializeRequest.Reply(), #"{"protocolVersion":1}"#)
        try expect(ShutdownRequest(), "{}")
        try expect(DayChangedNotification(context: Self.moment), "{\(Self.momentText)}")
        try expect(LogNotification(level: .notice, message: "m"), #"{"level":"notice","message":"m"}"#)
        try expect(OpenRequest(url: "https://x", transaction: 1), #"{"transaction":1,"url":"https://x"}"#)
        try expect(
            UndoOfferRequest(message: "m", data: ["a": 1], verb: "v", seconds: 10, transaction: 1),
            #"{"data":{"a":1},"message":"m","seconds":10,"transaction":1,"verb":"v"}"#
        )
    }

    @Test func aMemberThatMayBeNullMustBeThere() throws {
        let time = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"dat":null}"#).decode(WakeScheduleRequest.self)
        }
        #expect(time?.sentence == #""date" is missing; null removes the time"#)
        #expect(try JSONValue(parsing: #"{"date":null}"#).decode(WakeScheduleRequest.self).date == nil)
        let complication = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"shortText":"3"}"#).decode(ComplicationSetRequest.self)
        }
        #expect(complication?.sentence == #""complication" is missing; null removes the complication"#)
        // A value of another shape is named as everywhere else.
        let shape = #expect(throws: DecodingError.self) {
            _ = try JSONValue(parsing: #"{"complication":{"shortText":3}}"#).decode(ComplicationSetRequest.self)
        }
        #expect(shape?.sentence.hasPrefix("complication.shortText: a string is wanted") == true)
    }

    @Test func widgetMessages() throws {
        try expect(
            WidgetUpdateRequest(
                reasons: [.opened, .groupChanged],
                revision: Revision(7),
                size: WidgetSize(maximumCompactHeight: 220, maximumExpandedHeight: 640),
                context: Self.moment
            ),
            "{\(Self.momentText)" + #","reasons":["opened","groupChanged"],"revision":7,"#
                + #""size":{"maximumCompactHeight":220.0,"maximumExpandedHeight":640.0}}"#
        )
        try expect(
            WidgetSize(proposedMargins: .standard),
            #"{"maximumCompactHeight":220.0,"maximumExpandedHeight":640.0,"#
                + #""proposedMargins":{"bottom":16.0,"leading":16.0,"top":8.0,"trailing":16.0}}"#
        )
        try expect(WidgetUpdateRequest.Reply(content: nil), "{}")
        try expect(
            WidgetPerformRequest(
                tap: TapID("t1"),
                verb: "v",
                data: ["action": 1],
                transaction: 3,
                context: Self.moment
            ),
            "{\(Self.momentText)" + #","data":{"action":1},"tap":"t1","transaction":3,"verb":"v"}"#
        )
        try expect(WidgetsReloadRequest(widget: WidgetID("w")), #"{"widget":"w"}"#)
        try expect(WidgetsSetHasContentRequest(hasContent: false), #"{"hasContent":false}"#)
    }

    @Test func appMessages() throws {
        try expect(
            AppSceneRequest(url: "a://", revision: Revision(7), context: Self.moment),
            "{\(Self.momentText)" + #","revision":7,"url":"a://"}"#
        )
        try expect(
            AppOpenRequest(url: "a://", source: .icon, context: Self.moment),
            "{\(Self.momentText)" + #","source":"icon","url":"a://"}"#
        )
        try expect(
            AppPerformRequest(
                tap: TapID("t"),
                url: "a://",
                verb: nil,
                data: ["name": "x"],
                transaction: 1,
                context: Self.moment
            ),
            "{\(Self.momentText)" + #","data":{"name":"x"},"tap":"t","transaction":1,"url":"a://"}"#
        )
        try expect(AppPerformRequest.Reply(inputErrors: ["name": "no"]), #"{"inputErrors":{"name":"no"}}"#)
        try expect(AppPerformRequest.Reply(), "{}")
        try expect(AppLifecycleNotification(state: .active), #"{"state":"active"}"#)
        try expect(ScenesReloadRequest(url: "a://"), #"{"url":"a://"}"#)
    }

    @Test func defaultsMessages() throws {
        let group = GroupID("g")
        try expect(DefaultsGetRequest(group: group, key: "k"), #"{"group":"g","key":"k"}"#)
        try expect(DefaultsGetRequest.Reply(value: nil), "{}")
        try expect(
            DefaultsSetRequest(group: group, key: "k", value: .real(1), transaction: 2),
            #"{"group":"g","key":"k","transaction":2,"value":1.0}"#
        )
        try expect(DefaultsRemoveRequest(group: group, key: "k"), #"{"group":"g","key":"k"}"#)
        try expect(DefaultsAllRequest(group: group, after: "k"), #"{"after":"k","group":"g"}"#)
        try expect(
            DefaultsAllRequest.Reply(values: ["k": .integer(1)], next: nil, revision: Revision(9)),
            #"{"revision":9,"values":{"k":1}}"#
        )
        try expect(
            DefaultsChangedNotification(
                group: group,
                revision: Revision(9),
                values: ["k": .bool(true)],
                removed: ["l"]
            ),
            #"{"group":"g","removed":["l"],"revision":9,"values":{"k":true}}"#
        )
    }

    @Test func fetchMessages() throws {
        try expect(HTTPFetchRequest(url: "https://x", maximumAge: 60), #"{"maximumAge":60.0,"url":"https://x"}"#)
        try expect(
            HTTPFetchRequest.Reply(status: 200, headers: ["a": "b"], body: Data([1]), age: 0),
            #"{"age":0.0,"body":{"$data":"AQ=="},"headers":{"a":"b"},"status":200}"#
        )
    }

    @Test(arguments: [
        (RefreshPolicy.after(seconds: 900), #"{"after":900.0}"#), (.nextDay, #"{"nextDay":true}"#),
        (.at(moment.now), #"{"at":{"$date":"2026-11-21T08:00:00.000Z"}}"#),
    ])
    func aRefreshIsNamed(policy: RefreshPolicy, text: String) throws { try expect(policy, text) }

    @Test(arguments: ["{}", #"{"nextDay":false}"#, #"{"after":"soon"}"#, "900", #"{"at":"2026"}"#])
    func whatIsNoRefreshIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try JSONValue(parsing: text).decode(RefreshPolicy.self) }
    }

    @Test func aDictionaryByIdentifierIsAnObject() throws {
        #expect(try JSONValue(encoding: [AppID("a"): 1]) == ["a": 1])
    }

    @Test func theErrorCodesAreApartFromOneAnother() {
        let codes: [RPCError.Code] = [
            .failed, .notEntitled, .unavailableInExtensions, .limitExceeded, .transactionOver, .notFound,
            .fetchNotAllowed, .fetchFailed, .fetchTimedOut, .fetchTooLarge, .parseError, .invalidRequest,
            .methodNotFound, .invalidParams, .internalError, .cancelled, .timedOut, .closed,
        ]
        #expect(Set(codes).count == codes.count)
    }
}
