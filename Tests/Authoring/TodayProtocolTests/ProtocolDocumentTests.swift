import Foundation
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// Each example of `Documentation/Protocol.md` is read as what it shows, and is written again as it stands there.
@Suite struct ProtocolDocumentTests {
    /// Reads and writes the parameters and the result of a method.
    private struct Coding: Sendable {
        var parameters: @Sendable (JSONValue) throws -> JSONValue
        var result: (@Sendable (JSONValue) throws -> JSONValue)?
    }

    private static func coding<Value: Codable & Sendable>(_: Value.Type) -> @Sendable (JSONValue) throws -> JSONValue {
        { try JSONValue(encoding: try $0.decode(Value.self)) }
    }

    private static func request<Request: RPCRequest>(_: Request.Type) -> (String, Coding) {
        (Request.method, Coding(parameters: coding(Request.self), result: coding(Request.Reply.self)))
    }

    private static func notification<Notification: RPCNotification>(_: Notification.Type) -> (String, Coding) {
        (Notification.method, Coding(parameters: coding(Notification.self)))
    }

    private static let methods: [String: Coding] = Dictionary(
        uniqueKeysWithValues: [
            request(InitializeRequest.self), request(ShutdownRequest.self), notification(DayChangedNotification.self),
            notification(LogNotification.self), request(OpenRequest.self), notification(OpenFinishedNotification.self),
            request(UndoOfferRequest.self),
            request(HTTPFetchRequest.self), request(LocationGetRequest.self), request(SystemStatusRequest.self),
            request(WidgetUpdateRequest.self), request(WidgetPerformRequest.self), request(WidgetsReloadRequest.self),
            request(WidgetsSetHasContentRequest.self), request(WidgetsSetPlaceholderRequest.self),
            request(AppSceneRequest.self), request(AppOpenRequest.self),
            request(AppPerformRequest.self), request(AppShareRequest.self), notification(AppLifecycleNotification.self),
            request(ScenesReloadRequest.self), request(ComplicationSetRequest.self),
            request(DefaultsGetRequest.self), request(DefaultsSetRequest.self), request(DefaultsRemoveRequest.self),
            request(DefaultsAllRequest.self), notification(DefaultsChangedNotification.self),
            request(KeychainSetRequest.self), request(KeychainGetRequest.self), request(KeychainDeleteRequest.self),
            request(KeychainListRequest.self),
            request(ActionsEnqueueRequest.self), request(ActionsWithdrawRequest.self),
            request(ActionsPendingRequest.self), request(ActionsStateRequest.self), request(AppProcessRequest.self),
            request(WakeRequest.self), request(WakeScheduleRequest.self),
            request(NotificationsAddRequest.self), request(NotificationsPendingRequest.self),
            request(NotificationsDeliveredRequest.self), request(NotificationsRemoveRequest.self),
            request(NotificationsBadgeRequest.self), request(NotificationsAuthorizeRequest.self),
            request(NotificationsSettingsRequest.self), request(NotificationsCategoriesRequest.self),
            request(NotificationsRegisteredCategoriesRequest.self), notification(SettingsChangedNotification.self),
            request(AppRespondRequest.self), request(AppPresentRequest.self), request(AppPushRequest.self),
            request(AppSearchRequest.self),
            request(MessagesListRequest.self), request(MessagesReadRequest.self), request(MessagesDeleteRequest.self),
            request(MessagesRestoreRequest.self), request(MessagesRefreshRequest.self),
            notification(MessagesChangedNotification.self),
            request(RecordsSaveRequest.self), request(RecordsDeleteRequest.self), request(RecordsFetchRequest.self),
            request(RecordsQueryRequest.self), request(RecordsChangesRequest.self),
            request(RecordsAcceptChangesRequest.self), request(RecordsSubscribeRequest.self),
            request(RecordsUnsubscribeRequest.self), request(RecordsSubscriptionsRequest.self),
            request(RecordsZonesRequest.self), request(RecordsSaveZoneRequest.self),
            request(RecordsDeleteZoneRequest.self), request(AppRecordsRequest.self),
        ]
    )

    /// The examples in their order; each begins with a line, and its other lines are indented.
    private func examples() throws -> [JSONValue] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../../Documentation/Protocol.md").standardized
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        let blocks = parts.filter { $0.hasPrefix("json\n") }.map { "\n" + $0.dropFirst(5) }
        return try blocks.flatMap { block in
            try block.components(separatedBy: "\n{").dropFirst().map { try JSONValue(parsing: "{" + $0) }
        }
    }

    @Test func everyMessageIsReadAndWrittenAsItStands() throws {
        var asked: [JSONValue: String] = [:]
        var shown: Set<String> = []
        for example in try examples() where example["jsonrpc"] != nil && example["error"] == nil {
            let id = example["id"] ?? .null
            if let method = example["method"]?.stringValue {
                guard method != "$/cancelRequest" else { continue }
                let parameters = try #require(example["params"])
                let coding = try #require(Self.methods[method], "\(method) is not in the list of this test")
                // A query may leave out its filters and its order.
                let isShort = method == RecordsQueryRequest.method && parameters["query"]?["filters"] == nil
                let written = try coding.parameters(parameters)
                #expect(isShort || written == parameters, "\(method)")
                asked[id] = method
                shown.insert(method)
            } else {
                let method = try #require(asked[id])
                let coding = try #require(Self.methods[method]?.result)
                let result = try #require(example["result"])
                #expect(try coding(result) == result, "\(method)")
            }
        }
        #expect(shown == Set(Self.methods.keys))
    }

    @Test func everyValueIsReadAndWrittenAsItStands() throws {
        let values = try examples().filter { $0["jsonrpc"] == nil }
        let codings = [
            Self.coding(RequestContext.self), Self.coding(NotificationRequest.self), Self.coding(Message.self),
            Self.coding(Record.self),
        ]
        #expect(values.count == codings.count)
        for (value, coding) in zip(values, codings) { #expect(try coding(value) == value) }
    }
}
