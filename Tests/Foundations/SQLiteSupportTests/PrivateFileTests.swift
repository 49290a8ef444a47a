import Dispatch
import Foundation
import SQLiteSupport
import Synchronization
import Testing
import TodayTestSupport

/// Files and folders that nobody but their owner reads.
@Suite(.timeLimit(.minutes(5))) struct PrivateFileTests {
    private typealias File = PrivateFile<TestFailure>

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Makes a file or a folder that others may read.
    private func makePublic(_ path: String, isFolder: Bool = false, _ text: String = "") throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: isFolder ? 0o755 : 0o644]
        if isFolder {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: attributes
            )
        } else {
            try #require(
                FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes)
            )
        }
    }

    private func expectFailure(
        _ code: TestFailure.Code = .unavailable,
        naming path: String,
        _ body: () throws -> Void
    ) throws {
        let failure = try #require(throws: TestFailure.self, performing: body)
        #expect(failure.code == code)
        #expect(failure.message.contains(path), "\(failure.message)")
    }

    // MARK: - Folders

    @Test func aFolderIsPrivateWhetherItIsNewOrNot() async throws {
        try await withTemporaryDirectory { folder in
            #expect(try File.makeFolder(at: "\(folder)/new"))
            #expect(try mode(of: "\(folder)/new") == 0o700)
            try makePublic("\(folder)/old", isFolder: true)
            #expect(try File.makeFolder(at: "\(folder)/old") == false)
            #expect(try mode(of: "\(folder)/old") == 0o700)
        }
    }

    @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/missing/new"
            try expectFailure(naming: "The test cannot make the folder \(path)") { try File.makeFolder(at: path) }
        }
    }

    @Test(arguments: [("/a/b/c", "/a/b"), ("/a", "/"), ("a", "."), ("a/b", "a")])
    func theFolderOfAPathIsWhatComesBeforeItsLastSlash(path: String, folder: String) {
        #expect(File.folder(of: path) == folder)
    }

    // MARK: - Making and writing

    @Test func aFileIsPrivateWhetherItIsNewOrNotAndKeepsItsBytes() async throws {
        try await withTemporaryDirectory { folder in
            try File.make(at: "\(folder)/new")
            #expect(try mode(of: "\(folder)/new") == 0o600)
            try makePublic("\(folder)/old", "kept")
            try File.make(at: "\(folder)/old")
            #expect(try mode(of: "\(folder)/old") == 0o600)
            #expect(try File.read("\(folder)/old") == Array("kept".utf8))
        }
    }

    @Test func whatIsWrittenIsPrivateAndReplacesNothing() async throws {
        try await withTemporaryDirectory { folder in
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
            try File.write(bytes, to: "\(folder)/a")
            #expect(try mode(of: "\(folder)/a") == 0o600)
            #expect(try File.read("\(folder)/a") == bytes)
            try expectFailure(naming: "\(folder)/a") { try File.write([1], to: "\(folder)/a") }
            #expect(try File.read("\(folder)/a") == bytes)
        }
    }

    @Test func aFullDiskIsSaid() throws {
        errno = ENOSPC
        let failure = File.failure("write /a")
        #expect(failure == TestFailure(.diskFull, "The test cannot write /a: No space left on device."))
    }

    @Test func aLinkIsFollowedNowhere() async throws {
        try await withTemporaryDirectory { folder in
            try makePublic("\(folder)/elsewhere", "other")
            let link = "\(folder)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder)/elsewhere")
            try expectFailure(naming: link) { try File.make(at: link) }
            try expectFailure(naming: link) { try File.write([1], to: link) }
            try expectFailure(naming: link) { _ = try File.read(link) }
            try expectFailure(naming: link) { try File.withLock(at: link) {} }
            // Replacing puts a file in the link's own place.
            try File.replace(link, with: [1])
            #expect(try File.read(link) == [1])
            #expect(try File.read("\(folder)/elsewhere") == Array("other".utf8))
            #expect(try mode(of: "\(folder)/elsewhere") == 0o644)
        }
    }

    // MARK: - Replacing

    @Test func aReplacedFileIsPrivateAndNothingElseStays() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/keys"
            try makePublic(path, "old")
            try File.replace(path, with: Array("new".utf8))
            #expect(try File.read(path) == Array("new".utf8))
            #expect(try mode(of: path) == 0o600)
            try File.replace("\(folder)/first", with: [])
            #expect(try names(in: folder) == ["first", "keys"])
        }
    }

    @Test func aReplacementThatFailsLeavesEverythingAsItWas() async throws {
        try await withTemporaryDirectory { folder in
            try File.makeFolder(at: "\(folder)/folder")
            try File.write([7], to: "\(folder)/folder/kept")
            // A folder cannot be replaced by a file.
            try expectFailure(naming: "\(folder)/folder") { try File.replace("\(folder)/folder", with: [1]) }
            #expect(try names(in: folder) == ["folder"])
            #expect(try File.read("\(folder)/folder/kept") == [7])
            try expectFailure(naming: "\(folder)/missing/a") { try File.replace("\(folder)/missing/a", with: [1]) }
        }
    }

    @Test func ofManyReplacementsAtATimeOneStaysWhole() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/keys"
            let failures = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<5 {
                    do {
                        try File.replace(path, with: [UInt8](repeating: UInt8(thread), count: 10_000))
                    } catch {
                        failures.add(1, ordering: .relaxed)
                    }
                }
            }
            #expect(failures.load(ordering: .relaxed) == 0)
            let bytes = try #require(try File.read(path))
            #expect(bytes.count == 10_000 && Set(bytes).count == 1)
            #expect(try names(in: folder) == ["keys"])
        }
    }

    // MARK: - Reading

    @Test func aFileThatIsNotThereIsNone() async throws {
        try await withTemporaryDirectory { folder async throws in
            #expect(try File.read("\(folder)/none") == nil)
        }
    }

    @Test(arguments: [99_999, 100_000, 100_001]) func aFileIsReadUpToALimit(size: Int) async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/a"
            let bytes = [UInt8](repeating: 5, count: size)
            try File.write(bytes, to: path)
            if size <= 100_000 {
                #expect(try File.read(path, limit: 100_000) == bytes)
            } else {
                try expectFailure(naming: "\(path) is larger than 100000 bytes.") {
                    _ = try File.read(path, limit: 100_000)
                }
            }
        }
    }

    @Test func whatIsNoFileCannotBeRead() async throws {
        try await withTemporaryDirectory { folder in
            try expectFailure(naming: "read \(folder)") { _ = try File.read(folder) }
        }
    }

    // MARK: - Databases and locks

    @Test func aDatabaseIsRemovedWithWhatBelongsToItAndNothingElse() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/a.sqlite"
            for suffix in ["", "-wal", "-shm", "-journal", "-other"] { try File.write([], to: path + suffix) }
            try File.removeDatabase(at: path)
            #expect(try names(in: folder) == ["a.sqlite-other"])
            try File.removeDatabase(at: path)
            try File.makeFolder(at: path)
            try File.removeDatabase(at: path)
            let aside = try names(in: folder).filter { $0.hasPrefix("a.sqlite.aside-") }
            #expect(aside.count == 1, "a folder may hold somebody's files")
        }
    }

    @Test func aLockLetsOneInAtATimeAlsoAfterOneThatThrew() async throws {
        try await withTemporaryDirectory { folder async throws in
            let path = "\(folder)/lock"
            let inside = Atomic(0)
            let overlaps = Atomic(0)
            let done = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<20 {
                    do {
                        try File.withLock(at: path) {
                            let others = inside.add(1, ordering: .sequentiallyConsistent).oldValue
                            overlaps.add(others, ordering: .sequentiallyConsistent)
                            // Gives the others time to come in, if they can.
                            sched_yield()
                            inside.subtract(1, ordering: .sequentiallyConsistent)
                            if number % 2 == 1 { throw TestFailure(.overloaded, "It failed inside.") }
                        }
                        done.add(1, ordering: .sequentiallyConsistent)
                    } catch {
                        if (error as? TestFailure)?.code == .overloaded {
                            done.add(1, ordering: .sequentiallyConsistent)
                        }
                    }
                }
            }
            #expect(overlaps.load(ordering: .sequentiallyConsistent) == 0)
            #expect(done.load(ordering: .sequentiallyConsistent) == 160)
            #expect(try mode(of: path) == 0o600)
        }
    }

    @Test func whatALockReturnsIsReturned() async throws {
        try await withTemporaryDirectory { folder in
            #expect(try File.withLock(at: "\(folder)/lock") { 7 } == 7)
            try expectFailure(naming: "\(folder)/missing/lock") {
                try File.withLock(at: "\(folder)/missing/lock") { _ = Issue.record("It ran without its lock.") }
            }
        }
    }
}
