import HostModel
import Testing
import TodayProtocol

@testable import Host
@testable import HostStorage

@Suite struct UndeliveredComplicationTests {
    private static let first = AppID("com.a")
    private static let second = AppID("com.b")

    private func commit(_ revision: Int64, _ changes: StoreChange...) -> Commit {
        Commit(revision: Revision(revision), origin: .host, changes: changes)
    }

    private func set(_ app: AppID, _ text: String) -> StoreChange {
        .complication(app, Complication(shortText: text))
    }

    private func shown(_ app: AppID, _ complication: Complication) -> ShownComplication {
        ShownComplication(app: app, title: "T", url: nil, complication: complication)
    }

    /// Takes every event, as texts such as `7 com.a 3 left`.
    private func takeAll(_ pending: inout UndeliveredComplications) -> [String] {
        var texts: [String] = []
        while let event = pending.takeEvent(shown) {
            switch event.change {
            case .all(let state): texts.append("\(event.revision) all \(state.complications.count)")
            case .set(let shown): texts.append("\(event.revision) \(shown.app) \(shown.complication.shortText)")
            case .removed(let app): texts.append("\(event.revision) \(app) gone")
            }
        }
        return texts
    }

    @Test func eachCommitIsToldOnceAndInOrder() {
        var pending = UndeliveredComplications()
        let concerns = [
            pending.add(commit(5, set(Self.first, "a"))),
            pending.add(commit(6, set(Self.first, "b"), .badge(Self.first), set(Self.first, "c"))),
            pending.add(commit(7, .badge(Self.first))),
            pending.add(commit(8, .complication(Self.first, nil))),
        ]
        #expect(concerns == [true, true, false, true])
        #expect(takeAll(&pending) == ["5 com.a a", "6 com.a c", "8 com.a gone"])
    }

    @Test func aSurfaceHasACommitOnceItShowsTheLastOfItsChanges() {
        var pending = UndeliveredComplications()
        _ = pending.add(commit(5, set(Self.first, "a"), set(Self.second, "b")))
        #expect(takeAll(&pending) == ["4 com.a a", "5 com.b b"])
    }

    @Test func whatWasReadIsNotToldAgain() {
        var pending = UndeliveredComplications()
        _ = pending.add(commit(5, set(Self.first, "a")))
        pending.addEverything()
        #expect(pending.takeEvent(shown) == nil)
        pending.beginReading()
        // Changes during the read: one that it includes, and one that it does not.
        _ = pending.add(commit(6, set(Self.first, "b")))
        _ = pending.add(commit(7, set(Self.first, "c")))
        pending.finishReading(ComplicationsState(revision: Revision(6), complications: []))
        #expect(takeAll(&pending) == ["6 all 0", "7 com.a c"])
    }

    @Test func beyondTheLimitOnlyObsoleteChangesAreDropped() {
        var pending = UndeliveredComplications()
        _ = pending.add(commit(1, set(Self.second, "kept")))
        for revision in 2...200 { _ = pending.add(commit(Int64(revision), set(Self.first, "\(revision)"))) }
        let texts = takeAll(&pending)
        #expect(texts.count == UndeliveredComplications.limit)
        #expect(texts.first == "1 com.b kept")
        #expect(texts.last == "200 com.a 200")
    }

    @Test func anAppThatIsNotInstalledShowsNothing() {
        var pending = UndeliveredComplications()
        _ = pending.add(commit(5, set(Self.first, "a")))
        let event = pending.takeEvent { _, _ in nil }
        #expect(event == ComplicationEvent(revision: Revision(5), change: .removed(Self.first)))
    }
}
