import AdaptiveCards
import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol
import TodayScreen

@Suite struct WidgetContentStateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func content(_ text: String, refresh: RefreshPolicy? = nil) throws -> WidgetContent {
        WidgetContent(compact: try card(text), refresh: refresh)
    }

    private func card(_ text: String) throws -> Card {
        try Card(
            json: ["type": "AdaptiveCard", "version": "1.5", "body": [["type": "TextBlock", "text": .string(text)]]])
    }

    @Test func contentNeverReplacesContentWithALaterStamp() throws {
        var slot = WidgetContentState(revision: Revision(0))
        _ = slot.receive(try content("new"), stamp: Revision(9), now: now)
        #expect(slot.receive(try content("old"), stamp: Revision(8), now: now) == .discard)
        #expect(slot.snapshot?.content == (try content("new")))
    }

    @Test func aPlaceholderIsKeptUntilThereIsContent() throws {
        var slot = WidgetContentState(revision: Revision(0))
        #expect(slot.receivePlaceholder(try content("Tokyo")) == .refreshStatus)
        #expect(slot.receivePlaceholder(try content("Tokyo")) == .discard)
        #expect(slot.receivePlaceholder(try content("Berlin")) == .refreshStatus)
        slot.fail("No network.", now: now)
        #expect(slot.placeholder == (try content("Berlin")) && slot.freshness == .failed(reason: "No network."))
        _ = slot.receive(try content("61°"), stamp: Revision(1), now: now)
        #expect(slot.placeholder == nil)
        #expect(slot.receivePlaceholder(try content("Tokyo")) == .discard && slot.placeholder == nil)
    }

    @Test func aFailureKeepsTheSnapshotAndSaysWhy() throws {
        var slot = WidgetContentState(revision: Revision(0))
        _ = slot.receive(try content("61°"), stamp: Revision(1), now: now)
        slot.fail("No network.", now: now.addingTimeInterval(60))
        #expect(slot.freshness == .stale(reason: "No network.", since: now))
        #expect(slot.snapshot?.content == (try content("61°")))
    }

    @Test func noDataWithNothingToShowIsAskedAgainAndThenFails() {
        var slot = WidgetContentState(revision: Revision(0))
        #expect(slot.receiveNoData(now: now) == .requestAgain)
        #expect(slot.receiveNoData(now: now) == .refreshStatus)
        guard case .failed = slot.freshness else {
            Issue.record("it is \(slot.freshness)")
            return
        }
    }

    @Test func noDataWithASnapshotMakesItFreshAgain() throws {
        var slot = WidgetContentState(revision: Revision(0))
        _ = slot.receive(try content("61°"), stamp: Revision(1), now: now)
        slot.fail("No network.", now: now)
        #expect(slot.receiveNoData(now: now) == .refreshStatus)
        #expect(slot.freshness == .fresh)
    }

    @Test func mistakesInAnAnswerStayUntilTheNextAnswer() throws {
        let (wrong, size) = (CardWarning(path: "contnet", message: ""), CardWarning(path: "compact", message: ""))
        var slot = WidgetContentState(revision: Revision(0))
        #expect(slot.receiveNoData(mistakes: [wrong], now: now) == .requestAgain)
        #expect(slot.mistakes == [wrong])
        _ = slot.receive(try content("61°"), mistakes: [size], stamp: Revision(1), now: now)
        #expect(slot.mistakes == [size])
        _ = slot.receiveNoData(mistakes: [wrong], now: now)
        #expect(slot.mistakes == [wrong])
        _ = slot.receiveNoData(now: now)
        #expect(slot.mistakes == [size])
    }

    @Test func aFailureSaysSinceWhenUpdatesFailAndWhoSaysSo() throws {
        var slot = WidgetContentState(revision: Revision(0))
        slot.fail("It stopped.", now: now)
        slot.fail("Choose a city.", isOfWidget: true, now: now.addingTimeInterval(60))
        #expect(slot.problem?.sentence == "Choose a city.")
        #expect(slot.problem?.isOfWidget == true)
        #expect(slot.problem?.since == now)
        _ = slot.receive(try content("61°"), stamp: Revision(1), now: now.addingTimeInterval(90))
        #expect(slot.problem == nil)
        slot.fail("It stopped.", now: now.addingTimeInterval(120))
        #expect(slot.problem?.since == now.addingTimeInterval(120))
    }

    @Test func aFailureSaysWhenItsLastAttemptBegan() {
        var slot = WidgetContentState(revision: Revision(0))
        slot.fail("It stopped.", attempt: now, now: now + 1)
        #expect(slot.problem?.attempt == now)
        slot.fail("It stopped.", attempt: now + 15, now: now + 16)
        #expect(slot.problem?.attempt == now + 15)
        // The widget was not asked: its output is that of the attempt before.
        slot.fail("It stopped and is tried again.", retryAfter: .seconds(4), attempt: now + 20, now: now + 20)
        #expect(slot.problem?.attempt == now + 15)
    }

    @Test func failuresAreTriedAgainWithGrowingDelays() {
        var slot = WidgetContentState(revision: Revision(0))
        var delays: [Double] = []
        for _ in 0..<8 {
            slot.fail("No.", now: now)
            delays.append(slot.refreshDate?.timeIntervalSince(now) ?? -1)
        }
        #expect(delays == [15, 30, 60, 120, 240, 480, 900, 900])
    }

    @Test func widgetThatCouldNotBeAskedIsAskedWhenItCanBe() throws {
        var slot = WidgetContentState(revision: Revision(0))
        _ = slot.receive(try content("61°"), stamp: Revision(1), now: now)
        slot.fail("It stopped.", now: now)
        slot.fail("It is tried again by itself.", retryAfter: .seconds(8), now: now)
        #expect(slot.refreshDate == now.addingTimeInterval(8))
        #expect(slot.freshness == .stale(reason: "It is tried again by itself.", since: now))
        #expect(slot.snapshot?.content == (try content("61°")))
        slot.fail("It stopped.", now: now)
        #expect(slot.refreshDate == now.addingTimeInterval(30))
    }

    @Test func contentThatNamesNoRefreshIsAskedForEveryHourWhileNobodyWatches() throws {
        var slot = WidgetContentState(revision: Revision(0))
        #expect(slot.unseenRefreshDate == nil)
        _ = slot.receive(try content("x"), stamp: Revision(1), now: now)
        #expect(slot.refreshDate == nil)
        #expect(slot.unseenRefreshDate == now + 3600)
        _ = slot.receiveNoData(now: now + 1800)
        #expect(slot.unseenRefreshDate == now + 5400)
        slot.fail("No.", now: now + 1800)
        #expect(slot.unseenRefreshDate == now + 1815)
        _ = slot.receive(try content("x", refresh: .nextDay), stamp: Revision(2), now: now)
        #expect(slot.unseenRefreshDate == nil)
        _ = slot.receive(try content("x", refresh: .after(seconds: 60)), stamp: Revision(3), now: now)
        #expect(slot.unseenRefreshDate == now + 60)
        let restored = WidgetSnapshot(content: try content("x"), stamp: Revision(1), date: now)
        #expect(WidgetContentState(snapshot: restored, revision: Revision(1)).unseenRefreshDate == now + 3600)
    }

    @Test func entriesTurnThePageAtTheirTime() throws {
        var content = try content("now")
        let later = now.addingTimeInterval(3600)
        content.entries = [WidgetContent.Entry(date: later, compact: try card("later"))]
        let snapshot = WidgetSnapshot(content: content, stamp: Revision(1), date: now)
        #expect(snapshot.cards(at: now).compact == (try card("now")))
        #expect(snapshot.nextEntry(after: now) == later)
        #expect(snapshot.cards(at: later).compact == (try card("later")))
        #expect(snapshot.nextEntry(after: later) == nil)
    }

    @Test(
        arguments: [
            (RefreshPolicy.after(seconds: 900), 900.0), (.after(seconds: 1), 15),
            (.at(Date(timeIntervalSince1970: 1)), 15),
        ]
    )
    func aRefreshIsAtLeastFifteenSecondsAway(policy: RefreshPolicy, seconds: Double) throws {
        var slot = WidgetContentState(revision: Revision(0))
        _ = slot.receive(try content("x", refresh: policy), stamp: Revision(1), now: now)
        #expect(slot.refreshDate == now.addingTimeInterval(seconds))
    }
}
