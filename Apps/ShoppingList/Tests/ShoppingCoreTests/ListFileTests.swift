import Dispatch
import Foundation
import Synchronization
import Testing
import TodayKit

@testable import ShoppingCore

@Suite struct ListFileTests {
    private func text(_ folder: String, _ name: String = "shopping-list.json") throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    private func write(_ text: String, _ folder: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/shopping-list.json"))
    }

    private func list(_ file: ListFile) throws -> ItemList {
        guard case .list(let list) = try file.read() else { throw Failure("unreadable") }
        return list
    }

    @Test func withoutAFileTheListIsEmpty() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            #expect(try list(file) == ItemList())
            #expect(file.quarantinedFiles() == [])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == [])
        }
    }

    @Test func aChangeIsOnDiskAndNothingElseIs() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            try file.change("tap:1") { try $0.add(ShoppingItem(id: "1", title: "Milk \"x\" 🥛")) }
            try file.change("tap:2") { try $0.set("1", done: true) }
            let again = try list(ListFile(folder: folder))
            #expect(again.items == [ShoppingItem(id: "1", title: "Milk \"x\" 🥛", done: true)])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == [".shopping-list.json.lock", "shopping-list.json"])
            #expect(
                try text(folder)
                    == #"{"changes":["tap:1","tap:2"],"items":[{"done":true,"id":"1","title":"Milk \"x\" 🥛"}],"version":1}"#
            )
        }
    }

    @Test func aChangeThatIsHandedOverAgainIsNotMadeAgain() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            for _ in 1...3 { try file.change("tap:1") { try $0.add(ShoppingItem(id: "1", title: "Milk")) } }
            #expect(try list(file).items.count == 1)
            try file.change("response:7") { $0.remove(change: "c") }
            try file.change("tap:2") { try $0.add(ShoppingItem(id: "2", title: "Bread")) }
            // The acknowledgement of the response was lost, and the response is repeated: later items stay.
            try file.change("response:7") { $0.remove(change: "c") }
            #expect(try list(file).items.map(\.title) == ["Bread"])
        }
    }

    @Test func onlyTheLastChangesAreRemembered() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            for number in 1...60 { try file.change("tap:\(number)") { $0.remove(change: "c") } }
            #expect(try list(file).changes == (11...60).map { "tap:\($0)" })
        }
    }

    @Test func aChangeThatFailsChangesNothing() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            try file.change("tap:1") { try $0.add(ShoppingItem(id: "1", title: "Milk")) }
            let before = try text(folder)
            #expect(throws: Failure(texts.itemIsGone)) {
                try file.change("tap:2") { list in
                    list.remove(change: "c")
                    try list.set("1", done: true)
                }
            }
            #expect(try text(folder) == before)
        }
    }

    @Test(arguments: [
        ("", texts.phrase(.notJSON)), ("{", texts.phrase(.notJSON)), ("\u{0}", texts.phrase(.notJSON)),
        ("[]", texts.phrase(.noList)), ("{}", texts.phrase(.noList)),
        (#"{"version":2,"things":[]}"#, texts.phrase(.newer)), (#"{"version":0,"items":[]}"#, texts.phrase(.noList)),
        (#"{"version":1}"#, texts.phrase(.noList)), (#"{"version":1,"items":{}}"#, texts.phrase(.noList)),
        (#"{"version":1,"items":[{"id":"1","title":"Milk"}]}"#, texts.phrase(.noList)),
        (#"{"version":1,"items":[{"id":"","title":"Milk","done":false}]}"#, texts.phrase(.noList)),
        (#"{"version":1,"items":[{"id":"1","title":"","done":false}]}"#, texts.phrase(.noList)),
        (#"{"version":1,"items":[{"id":"1","title":"a\nb","done":false}]}"#, texts.phrase(.noList)),
        (
            #"{"version":1,"items":[{"id":"1","title":"a","done":false},{"id":"1","title":"b","done":true}]}"#,
            texts.phrase(.noList)
        ), (String(repeating: "[", count: 100_000), texts.phrase(.notJSON)),
        (String(repeating: " ", count: (4 << 20) + 1), texts.tooLarge),
    ])
    func aFileThatIsNoListIsNeitherShownNorLost(content: String, reason: String) throws {
        try withTemporaryFolder { folder in
            try write(content, folder)
            let file = ListFile(folder: folder)
            #expect(try file.read() == .unreadable(texts.unreadable("shopping-list.json", reason: reason)))
            #expect(try text(folder) == content)
            try file.change("tap:1") { try $0.add(ShoppingItem(id: "1", title: "Milk")) }
            #expect(try list(file).items.map(\.title) == ["Milk"])
            #expect(file.quarantinedFiles() == ["shopping-list-unreadable-1.json"])
            #expect(try text(folder, "shopping-list-unreadable-1.json") == content)
        }
    }

    @Test func aSecondFileThatIsNoListGetsANameOfItsOwn() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            for content in ["one", "two"] {
                try write(content, folder)
                try file.change("tap:\(content)") { $0.remove(change: "c") }
            }
            #expect(file.quarantinedFiles() == ["shopping-list-unreadable-1.json", "shopping-list-unreadable-2.json"])
            #expect(try text(folder, "shopping-list-unreadable-1.json") == "one")
            #expect(try text(folder, "shopping-list-unreadable-2.json") == "two")
        }
    }

    @Test func aChangeThatFailsKeepsNothingAside() throws {
        try withTemporaryFolder { folder in
            try write("{", folder)
            let file = ListFile(folder: folder)
            #expect(throws: Failure.self) { try file.change("tap:1") { try $0.set("1", done: true) } }
            #expect(file.quarantinedFiles() == [])
            #expect(try text(folder) == "{")
        }
    }

    @Test func aDraftThatALostPowerLeftIsNoList() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: folder)
            try file.change("tap:1") { try $0.add(ShoppingItem(id: "1", title: "Milk")) }
            try Data("{\"ver".utf8).write(to: URL(filePath: "\(folder)/.shopping-list.json.new"))
            #expect(try list(file).items.map(\.title) == ["Milk"])
            try file.change("tap:2") { list in list.remove(change: "tap:2") { $0.id == "1" } }
            #expect(try list(file).items == [])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == [".shopping-list.json.lock", "shopping-list.json"])
        }
    }

    /// The app and the widget are two processes: here they are two threads, each with a description of its own.
    @Test func changesAtTheSameTimeAreAllKept() throws {
        try withTemporaryFolder { folder in
            let failures = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 40) { index in
                do {
                    let item = ShoppingItem(id: "\(index)", title: "Item")
                    try ListFile(folder: folder).change("tap:\(index)") { try $0.add(item) }
                } catch {
                    failures.withLock { $0 += 1 }
                }
            }
            let failed = failures.withLock { $0 }
            #expect(failed == 0)
            let kept = try list(ListFile(folder: folder)).items
            #expect(kept.count == 40)
        }
    }

    @Test func aFolderThatIsGoneIsSaid() throws {
        try withTemporaryFolder { folder in
            let file = ListFile(folder: "\(folder)/gone")
            let error = #expect(throws: Failure.self) { try file.change("tap:1") { $0.remove(change: "c") } }
            #expect(error?.message == texts.cannotWrite("shopping-list.json", reason: "No such file or directory"))
        }
    }

    @Test func aFolderInItsPlaceIsSaid() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/shopping-list.json",
                withIntermediateDirectories: false
            )
            let error = #expect(throws: Failure.self) { try ListFile(folder: folder).read() }
            #expect(error?.message == texts.cannotRead("shopping-list.json", reason: "Is a directory"))
        }
    }
}

/// Runs a test with a temporary folder, which is deleted afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shopping-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        try? FileManager.default.removeItem(at: folder)
    }
    try body(folder.path)
}
