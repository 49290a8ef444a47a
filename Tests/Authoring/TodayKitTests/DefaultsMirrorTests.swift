import Testing
import TodayKit
import TodayProtocol

@Suite struct DefaultsMirrorTests {
    private func page(_ values: [String: Int], _ revision: Int64) -> DefaultsAllRequest.Reply {
        .init(values: values.mapValues(PropertyValue.integer), next: nil, revision: Revision(revision))
    }

    private func change(_ values: [String: Int], removed: [String] = [], _ revision: Int64)
        -> DefaultsChangedNotification
    {
        .init(
            group: GroupID("g"),
            revision: Revision(revision),
            values: values.mapValues(PropertyValue.integer),
            removed: removed
        )
    }

    @Test func aPageDoesNotReplaceANewerChange() {
        var mirror = DefaultsMirror()
        #expect(mirror.apply(change(["a": 2], removed: ["b"], 5)) == ["a"])
        mirror.load(page(["a": 1, "b": 1, "c": 1], 4))
        mirror.finishLoading()
        #expect(mirror["a"] == .integer(2))
        #expect(mirror["b"] == nil)
        #expect(mirror["c"] == .integer(1))
    }

    @Test func aChangeDoesNotReplaceANewerPage() {
        var mirror = DefaultsMirror()
        mirror.load(page(["a": 2], 6))
        #expect(mirror.apply(change(["a": 1, "b": 1], 5)) == ["b"])
        #expect(mirror["a"] == .integer(2))
    }

    @Test func afterLoadingAnOlderChangeBringsNothingBack() {
        var mirror = DefaultsMirror()
        mirror.load(page(["a": 2], 6))
        mirror.finishLoading()
        #expect(mirror.apply(change(["a": 1, "b": 1], 5)).isEmpty)
        #expect(mirror["b"] == nil)
    }

    @Test func aChangeOfANewerPageIsKeptThoughAnotherPageWasLater() {
        // The first page, at revision 5, had no "a"; it was set at 6; the last page, at 7, has other keys.
        var mirror = DefaultsMirror()
        mirror.load(page([:], 5))
        mirror.load(page(["z": 1], 7))
        mirror.finishLoading()
        #expect(mirror.apply(change(["a": 1], 6)) == ["a"])
    }

    @Test func changesOnlyGoForward() {
        var mirror = DefaultsMirror()
        mirror.finishLoading()
        #expect(mirror.apply(change(["a": 1], 2)) == ["a"])
        #expect(mirror.apply(change([:], removed: ["a"], 3)) == ["a"])
        #expect(mirror.apply(change(["a": 1], 2)).isEmpty)
        #expect(mirror["a"] == nil)
    }

    @Test func theSecondPartOfAChangeCounts() {
        var mirror = DefaultsMirror()
        mirror.finishLoading()
        #expect(mirror.apply(change(["a": 1], 2)) == ["a"])
        #expect(mirror.apply(change(["b": 1], 2)) == ["b"])
    }

    @Test func onlyOtherValuesAreChanges() {
        var mirror = DefaultsMirror()
        mirror.load(page(["a": 1, "b": 1], 1))
        mirror.finishLoading()
        #expect(mirror.apply(change(["a": 1, "b": 2], removed: ["c"], 2)) == ["b"])
    }
}
