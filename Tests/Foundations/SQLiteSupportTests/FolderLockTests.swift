import Foundation
import SQLiteSupport
import Testing
import TodayTestSupport

/// One process holds a state folder.
@Suite struct FolderLockTests {
    private typealias Lock = FolderLock<TestFailure>

    private func lock(_ folder: String) throws -> Lock { try Lock(folder: folder, name: "test.lock", for: "A test") }

    @Test func aSecondHolderIsRefusedAndToldWhoHoldsIt() async throws {
        try await withTemporaryDirectory { folder in
            let first = try lock(folder)
            let failure = try #require(throws: TestFailure.self) { try lock(folder) }
            #expect(failure.code == .locked)
            #expect(failure.message.hasPrefix("A test already runs on \(folder): process \(getpid()) holds it."))
            #expect(failure.message.contains("--state"))
            // Being asked in vain changes nothing.
            #expect(throws: TestFailure.self) { try lock(folder) }
            first.release()
        }
    }

    @Test func aReleasedFolderCanBeHeldAgain() async throws {
        try await withTemporaryDirectory { folder in
            let first = try lock(folder)
            first.release()
            let second = try lock(folder)
            // It gives free what it held itself, and no more.
            first.release()
            #expect(throws: TestFailure.self) { try lock(folder) }
            second.release()
        }
    }

    @Test func aLockThatIsForgottenIsReleased() async throws {
        try await withTemporaryDirectory { folder in
            do {
                let first = try lock(folder)
                withExtendedLifetime(first) {}
            }
            try lock(folder).release()
        }
    }

    @Test func foldersAndNamesAreLockedApart() async throws {
        try await withTemporaryDirectory { folder in
            let one = try lock(folder)
            let other = try Lock(folder: folder, name: "other.lock", for: "Another")
            for held in [one, other] { held.release() }
        }
    }

    @Test func theFileNamesTheHolderAndIsPrivate() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/test.lock"
            // Left behind by a process whose number was longer.
            try Data("123456789012345\n".utf8).write(to: URL(filePath: path))
            let held = try lock(folder)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "\(getpid())\n")
            held.release()
            try FileManager.default.removeItem(atPath: path)
            try lock(folder).release()
            #expect(try mode(of: path) == 0o600)
        }
    }

    @Test(arguments: ["", "nonsense\n"]) func aHolderThatSaysNoNumberIsAnotherProcess(text: String) async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/test.lock"
            try Data(text.utf8).write(to: URL(filePath: path))
            let descriptor = open(path, O_RDWR)
            try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let failure = try #require(throws: TestFailure.self) { try lock(folder) }
            #expect(failure.code == .locked)
            #expect(failure.message.contains("another process holds it"))
            // The kernel gives it free when the holder ends, however it ends.
            close(descriptor)
            try lock(folder).release()
        }
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        try await withTemporaryDirectory { folder in
            let failure = try #require(throws: TestFailure.self) { try lock("\(folder)/missing") }
            #expect(failure.code == .unavailable)
            #expect(failure.message.contains("\(folder)/missing/test.lock"))
        }
    }

    @Test func aLinkInTheLocksPlaceIsRefused() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/test.lock"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/elsewhere")
            #expect(throws: TestFailure.self) { try lock(folder) }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/elsewhere"))
        }
    }
}
