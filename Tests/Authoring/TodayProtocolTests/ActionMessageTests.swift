import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayProtocol

/// Every message about queued actions in the form that `Documentation/Protocol.md` shows.
@Suite struct ActionMessageTests {
    private static let group = GroupID("g")
    private static let dateText = #"{"$date":"2026-11-21T08:00:00.000Z"}"#

    private func expect<Value: Codable & Sendable>(_ value: Value, _ text: String) throws {
        #expect(try JSONValue(encoding: value).jsonText == text)
        #expect(try JSONValue(encoding: try JSONValue(parsing: text).decode(Value.self)).jsonText == text)
    }

    @Test func whatAProcessAsks() throws {
        let (a, b) = (ActionID("a"), ActionID("b"))
        try expect(
            ActionsEnqueueRequest(group: Self.group, actions: [.init(id: a, payload: ["done": true])], transaction: 3),
            #"{"actions":[{"id":"a","payload":{"done":true}}],"group":"g","transaction":3}"#
        )
        try expect(ActionsEnqueueRequest.Reply(ids: [a]), #"{"ids":["a"]}"#)
        try expect(ActionsWithdrawRequest(group: Self.group, ids: [a, b]), #"{"group":"g","ids":["a","b"]}"#)
        try expect(ActionsWithdrawRequest.Reply(withdrawn: [b]), #"{"withdrawn":["b"]}"#)
        try expect(ActionsPendingRequest(group: Self.group), #"{"group":"g"}"#)
        try expect(ActionsPendingRequest(group: Self.group, after: 7), #"{"after":7,"group":"g"}"#)
        try expect(ActionsStateRequest(group: Self.group), #"{"group":"g"}"#)
        try expect(WakeRequest(), "{}")
        try expect(WakeRequest(transaction: 3), #"{"transaction":3}"#)
        try expect(
            WakeScheduleRequest(date: MessageTests.moment.now, transaction: 3),
            #"{"date":"# + Self.dateText + #","transaction":3}"#
        )
        try expect(WakeScheduleRequest(date: nil), #"{"date":null}"#)
    }

    @Test func aTimeToWakeMustBeThere() throws {
        #expect(throws: DecodingError.self) { _ = try JSONValue(parsing: "{}").decode(WakeScheduleRequest.self) }
    }

    @Test func whatTheHostAnswers() throws {
        let now = MessageTests.moment.now
        let action = PendingAction(
            id: ActionID("a"),
            payload: 1,
            enqueued: now,
            state: .retrying,
            attempts: 2,
            error: "No."
        )
        try expect(
            ActionsPendingRequest.Reply(actions: [action], next: 7),
            #"{"actions":[{"attempts":2,"enqueued":\#(Self.dateText),"error":"No.","id":"a","payload":1,"#
                + #""state":"retrying"}],"next":7}"#
        )
        try expect(ActionsPendingRequest.Reply(actions: [], next: nil), #"{"actions":[]}"#)
        try expect(ActionQueueState(pending: 1, failed: 2), #"{"failed":2,"pending":1}"#)
        try expect(
            ActionQueueState(lastProcessed: now),
            #"{"failed":0,"lastProcessed":\#(Self.dateText),"pending":0}"#
        )
        #expect(PendingAction.State.allCases.map(\.rawValue) == ["waiting", "delivered", "retrying", "failed"])
    }

    @Test func whatTheHostAsks() throws {
        let delivery = AppProcessRequest.Delivery(
            id: ActionID("a"),
            payload: ["done": true],
            enqueued: MessageTests.moment.now,
            attempt: 1
        )
        try expect(
            AppProcessRequest(
                group: Self.group,
                actions: [delivery],
                reason: .actions,
                transaction: 3,
                context: MessageTests.moment
            ),
            #"{"actions":[{"attempt":1,"enqueued":\#(Self.dateText),"id":"a","payload":{"done":true}}],"#
                + #""budgetMilliseconds":30000,\#(MessageTests.momentText),"group":"g","reason":"actions","#
                + #""transaction":3}"#
        )
        #expect(ProcessingReason.allCases.map(\.rawValue) == ["actions", "wake", "push", "opened"])
        try expect(AppProcessRequest.Reply(processed: [ActionID("a")]), #"{"processed":["a"]}"#)
        try expect(
            AppProcessRequest.Reply(processed: [], failed: [.init(id: ActionID("a"), reason: "No.")]),
            #"{"failed":[{"id":"a","reason":"No."}],"processed":[]}"#
        )
    }

    @Test(arguments: [
        ("a", true), ("~!", true), (String(repeating: "x", count: 128), true),
        (String(repeating: "x", count: 129), false),
        ("", false), ("a b", false), ("a\n", false), ("é", false), ("a\u{7F}", false),
    ])
    func anIDIsPrintableASCII(id: String, isWellFormed: Bool) {
        #expect(ActionID(id).isWellFormed == isWellFormed)
    }
}
