import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What an app could not finish comes again: responses, pushes, and failures of records.
///
/// `ActionFlowTests` has the same for actions.
@Suite(.timeLimit(.minutes(5))) struct RepeatedRequestTests {
    private static let requests: [(ProcessRequest, BackgroundRun.Reason)] = [
        (.response, .response), (.push, .push), (.recordFailures, .records),
    ]

    /// Has the app's process leave a request unanswered, which sets a value in its shared defaults when it is answered.
    private func leaveUnanswered(_ request: ProcessRequest, in fixture: WidgetHostFixture) async throws {
        let group = JSONValue.string(WidgetApp.group.rawValue)
        try fixture.app.put("effects", [["defaults/set", ["group": group, "key": "k", "value": 1]]])
        try fixture.app.put("silent", .string(request.rawValue))
        try await request.cause(in: fixture)
        _ = try await fixture.log.line(containing: "silent \(request.rawValue)")
        try fixture.app.remove("silent")
    }

    /// Waits for the end of a request, which the app must have been asked twice, and which must count once.
    private func expectEnd(
        of request: ProcessRequest,
        runs outcomes: [BackgroundRun.Outcome],
        _ reason: BackgroundRun.Reason,
        in fixture: WidgetHostFixture
    ) async throws {
        try await fixture.store.wait(for: "the end of \(request.rawValue)", until: request.isFinished)
        #expect(try fixture.app.notes("asked") == Array(repeating: .string(request.rawValue), count: 2))
        let value = try await fixture.store.read { try $0.defaultsEntry(for: "k", of: WidgetApp.group)?.value }
        #expect(value == .integer(1))
        // The person hears of no failure.
        let summary = GetNotificationSummaryRequest(for: WidgetHostFixture.viewer)
        #expect(try await fixture.host.send(summary).failures.isEmpty)
        let runs = try await fixture.host.send(GetBackgroundRunsRequest(of: WidgetApp.app, limit: 10))
        #expect(runs.map(\.outcome) == outcomes)
        #expect(runs.allSatisfy { $0.reason == reason })
    }

    @Test(arguments: requests)
    func anAppThatIsReplacedDuringACallIsCalledAgain(
        request: ProcessRequest,
        reason: BackgroundRun.Reason
    ) async throws {
        try await withWidgetHost(hasWidget: false) { fixture in
            // The old process never answers, and ends when the host asks it to.
            try await leaveUnanswered(request, in: fixture)
            _ = try await fixture.host.send(InstallAppRequest(path: fixture.app.bundle, consent: .everything))
            // To be replaced is no failure, so the ledger has one run.
            try await expectEnd(of: request, runs: [.done], reason, in: fixture)
        }
    }

    @Test(arguments: requests)
    func anAppThatExceedsItsTimeIsCalledAgain(request: ProcessRequest, reason: BackgroundRun.Reason) async throws {
        // Without a second process, whose deadlines the clock would measure as well.
        try await withWidgetHost(hasWidget: false) { fixture in
            try await leaveUnanswered(request, in: fixture)
            await fixture.deadlineClock.advanceWhenSleeping(by: .seconds(30))
            try await expectEnd(of: request, runs: [.done, .overran], reason, in: fixture)
        }
    }

    @Test func failuresOfRecordsThatAnAppRefusesAreKept() async throws {
        try await withWidgetHost(hasWidget: false) { fixture in
            // A call that fails makes the program answer with an error.
            try fixture.app.put("effects", [["no/method", [:]]])
            try await ProcessRequest.recordFailures.cause(in: fixture)
            _ = try await fixture.log.line(containing: "An app does not take its failed records")
            #expect(try fixture.app.notes("asked").count == 3)
            let waiting = try await fixture.store.read { try $0.nextRecordFailures(of: WidgetApp.app) }
            #expect(waiting?.failures.map(\.name) == ["a"])
        }
    }
}
