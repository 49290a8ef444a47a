import Foundation
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayScreen

@testable import LocalAPI

/// The server reads with a route what the client writes with it.
@Suite struct RequestRouteTests {
    static let viewer = Viewer(language: "de-DE", zone: "Europe/Berlin")
    static let app = AppID("com.example.a b/ü")
    static let reference = MessageReference(app: app, id: MessageID("m-1"))
    static let tap = Tap(id: TapID("t"), target: .widget(WidgetID("w")), verb: "v", data: ["x": 1], inputs: ["i": "ü"])
    static let answer = NotificationAnswer(notification: DeliveredID(rawValue: 7), action: "add", text: "Käse")

    static let requests: [any RoutedRequest & Hashable] = [
        GetScreenRequest(for: viewer, opens: true, settle: .seconds(5)),
        GetScreenRequest(for: viewer, opens: false),
        SetScreenRequest([WidgetID("a"), WidgetID("b")]),
        ReloadWidgetRequest(WidgetID("a/b?c"), language: "de-DE"),
        ResizeWidgetRequest(WidgetID("a/b?c"), to: .medium),
        GetLedgerRequest(of: WidgetID("a"), limit: 7),
        GetUpdateScheduleRequest(of: WidgetID("a/b?c")),
        GetAppLogRequest(of: .app(app)), GetAppLogRequest(of: .app(app), after: 7, wait: .seconds(2)),
        GetAppLogRequest(of: .widget(WidgetID("a/b?c")), after: 7), GetUpdateProblemsRequest(of: app),
        PerformTapRequest(tap, viewer: viewer),
        OpenURLRequest(url: "weather://x?y=z&ü", viewer: viewer),
        OpenURLRequest(url: "weather://", from: app, opening: OpeningID("k2"), viewer: viewer),
        GetUseRequest("today-extension://a?ü", wait: 3), GetUseRequest("today-extension://a", wait: 3, isAsker: true),
        EndUseRequest("today-extension://a?ü"),
        GetSceneRequest(url: "weather://x?y=z&ü", viewer: viewer),
        ListAppsRequest(language: "de-DE"),
        FindAppRequest("Wetter & mehr"), FindAppRequest("Skri", orBuiltIn: true),
        FindWidgetRequest("Wetter"),
        InstallAppRequest(path: "/a b/ü.app", consent: .to(digest: "d")),
        UninstallAppRequest(app, keepsData: true),
        UninstallAppRequest(app, keepsData: false),
        SetAllowedServerRequest("localhost:8080", true, for: app),
        SetAllowedServerRequest("localhost:8080", false, for: app),
        GetDefaultsRequest(of: GroupID("group.a"), key: nil),
        GetDefaultsRequest(of: GroupID("group.a"), key: "a key/with %2F and ü?#"),
        SetDefaultRequest(.dictionary(["a": .real(0.5)]), for: "..", in: GroupID("group.a")),
        SetDefaultRequest(nil, for: "k", in: GroupID("group.a")),
        GetNotificationsRequest(for: viewer),
        GetNotificationSummaryRequest(for: viewer),
        GetNotificationRequest(DeliveredID(rawValue: 7), for: viewer),
        GetTraceRequest("a b/ü?"), GetTraceRequest("7", of: app),
        ListPendingNotificationsRequest(of: app, limit: 9, for: viewer),
        ListPendingNotificationsRequest(of: nil, limit: 1000, for: viewer),
        AnswerNotificationRequest(answer, viewer: viewer),
        DismissNotificationsRequest.notifications(ids: [DeliveredID(rawValue: 7)]),
        DismissNotificationsRequest.app(id: app),
        DismissNotificationsRequest.all,
        RemoveNotificationsRequest(of: app, identifiers: nil, pending: true, delivered: false),
        ResolveFailedResponseRequest(.retry, "r/7"),
        ResolveFailedResponseRequest(.discard, "r/7"),
        PostNotificationRequest(ScriptNotification(content: NotificationContent(title: "Tea?"))),
        GetScriptResponseRequest(to: "a b"), GetScriptResponseRequest(to: "a", wait: .zero, asker: .stops),
        GetScriptResponseRequest(to: "a", question: "b&c", wait: .zero, asker: .goesOn),
        ListNotificationSettingsRequest(language: "de-DE"),
        GetStorageUsageRequest(), RecordBackupRequest(of: "/a b/ü.backup"),
        GetProcessLimitsRequest(), SetGroupLimitRequest(mebibytes: 256), SetGroupLimitRequest(files: 50_000),
        SetGroupLimitRequest(mebibytes: 1, files: 1),
        GetAppearanceRequest(), SetAppearanceRequest(Appearance(accent: .green, density: .compact)),
        GetQuietHoursRequest(), SetQuietHoursRequest(QuietHours(isOn: true, from: 1_439, to: 0)),
        SetNotificationSettingsRequest(.authorized, allowed: [.alert], of: app),
        AnswerAuthorizationRequest(true, to: [.alert, .sound], of: app),
        SetNotificationSettingsRequest(.authorized, allowed: [.alert], alertStyle: .alert, isQuiet: false, of: app),
        GetComplicationsRequest(for: viewer),
        GetPasscodeStateRequest(),
        SetPasscodeRequest("1234", current: nil),
        UnlockRequest(with: "1234"),
        ListMessagesRequest(of: app, after: MessageID("m-1"), limit: 3, matching: "a & b"),
        ListMessagesRequest(),
        GetMessageRequest(MessageID("m-1"), of: app),
        GetMessageBodyRequest(MessageID("m-1"), of: app),
        GetMessageImageRequest("a.png", of: MessageID("m-1"), of: app),
        FindMessagesRequest([MessageID("m-1")], of: app),
        SetMessagesReadRequest(true, [reference]),
        DeleteMessagesRequest([reference]), DeleteMessagesRequest([reference], hold: 60),
        RestoreMessagesRequest([MessageID("m-1")], of: app),
        RefreshMessagesRequest(),
        GetCloudStatusRequest(),
        LinkCloudRequest(url: "https://a.example", token: "t", name: nil, isInsecure: true),
        UnlinkCloudRequest(),
        GetSenderKeysRequest(of: app),
        ListTopicsRequest(),
        ListDevicesRequest(), FindDeviceRequest("Ada’s phone & more"), RenameDeviceRequest("a/b", to: "Küche"),
        RenameDeviceRequest("a", to: nil), SetDeviceRightsRequest(.act, of: "a/b"), SignOutDeviceRequest("a/b"),
        FindPasskeyRequest("90c1"), RemovePasskeyRequest("a/b"),
        MakePairingLinkRequest(name: "Küche", rights: .view), MakePairingLinkRequest(),
        SetAppRightRequest("notifications", true, of: app), SetAppRightRequest("host:a b", false, of: app),
        GetAppRightsRequest(of: app, language: "de-DE"),
        InstallUploadRequest("a/b", digest: "d"), DiscardUploadRequest("a/b"),
        GetOutboxRequest(of: app, after: 7, limit: 3, hasPayloads: true, language: "de-DE"),
        GetOutboxRequest(language: "de-DE"), FindActionRequest("7", of: app), FindActionRequest("a b"),
        RetryActionRequest(7), DiscardActionRequest(7), GetBackgroundRunsRequest(of: app, limit: 3),
        GetAuditRequest(of: app, before: 7, limit: 3, isChecked: true), GetAuditRequest(),
        GetWidgetValuesRequest(of: WidgetID("w")),
        ConfigureWidgetRequest(WidgetID("w"), values: ["city": "Köln"], language: "de-DE"),
        ShareRequest(SharedContent(text: "x"), id: TapID("t"), with: app, at: .action, viewer: viewer),
        GetLocationRequest(), ShareLocationRequest(latitude: 1, longitude: 2.5, accuracy: 3, begins: true, on: .local),
        StopSharingLocationRequest(), SetLocationRequest(latitude: 1, longitude: 2.5, accuracy: 3),
        ForgetLocationRequest(), GetVersionRequest(), MakeLinkRequest(to: "/complications?a=ü"),
        SetTopicRequest("a/b", subscribed: true),
        SetTopicRequest("a/b", subscribed: false),
    ]

    @Test(arguments: requests.indices) func aRequestIsReadAsItWasWritten(index: Int) throws {
        try expectRoundTrip(Self.requests[index])
    }

    private func expectRoundTrip<Request: RoutedRequest & Hashable>(_ request: Request) throws {
        let members = try request.members()
        let route = try #require(Request.routes.first { $0.applies(to: members) })
        let written = RequestWriter(members, by: route)
        #expect((written.body != nil) == (route.body != .empty))
        #expect(written.path.keys.sorted() == route.parameters.sorted())
        let parameters = written
        let reader = RequestReader(
            viewer: Viewer(language: written.language ?? "en", zone: written.zone ?? "UTC"),
            path: { parameters.path[$0].map { PercentCoding.encode($0) } },
            query: { parameters.query[$0] },
            body: written.body ?? .null,
            surface: { .local }
        )
        #expect(try reader.request(by: route) == request)
        try request.validate()
    }

    @Test func noTwoRequestsHaveOneRoute() {
        let routes = Self.requests.flatMap { names(of: $0) }
        var byType: [String: Set<String>] = [:]
        for (route, type) in routes { byType[route, default: []].insert(type) }
        #expect(byType.values.allSatisfy { $0.count == 1 })
    }

    private func names<Request: RoutedRequest>(of request: Request) -> [(String, String)] {
        Request.routes.map { ("\($0.method.rawValue) \($0.path)", "\(Request.self)") }
    }
}
