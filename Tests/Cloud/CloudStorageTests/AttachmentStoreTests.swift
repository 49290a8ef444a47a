import Foundation
import SQLStore
import SQLiteSupport
import Synchronization
import Testing
import TodayTestSupport

@testable import CloudStorage

@Suite(.timeLimit(.minutes(5))) struct AttachmentStoreTests {
    @Test func filesAreInTheChosenPlaceAlone() async throws {
        try await withStore { fixture async throws in
            let objects = MemoryObjects()
            let store = try fixture.reopenWithObjects(objects)
            try await fixture.upload("f1", to: store)
            #expect(objects.files == ["f1": uploadedContent])
            #expect(try await fixture.count("topicFilePart") == 0)
            #expect(fixture.uploads == [])
            #expect(try await fixture.read("f1", from: store) == uploadedContent)
            fixture.clock.advance(by: 61)
            #expect(try await store.expireTopicFiles().failure == nil)
            #expect(objects.files == [:])
            #expect(try await fixture.count("topicFile") == 0)
            await store.close()
        }
    }

    @Test func filesFromBeforeThePlaceWasChosenAreServed() async throws {
        try await withStore { fixture async throws in
            try await fixture.upload("f1", to: fixture.store)
            #expect(try await fixture.read("f1", from: fixture.store) == uploadedContent)
            let store = try fixture.reopenWithObjects(MemoryObjects())
            #expect(try await fixture.read("f1", from: store) == uploadedContent)
            fixture.clock.advance(by: 61)
            #expect(try await store.expireTopicFiles().failure == nil)
            #expect(fixture.uploads == [])
            #expect(try await fixture.count("topicFile") == 0)
            #expect(try await fixture.count("topicFilePart") == 0)
            await store.close()
        }
    }

    @Test func aFileThatCannotBeRemovedKeepsItsRowAndDoesNotDelayOthers() async throws {
        try await withStore { fixture async throws in
            let objects = MemoryObjects()
            let store = try fixture.reopenWithObjects(objects)
            for id in ["f1", "f2", "f3"] { try await fixture.upload(id, to: store) }
            objects.setFailing(["f2"])
            fixture.clock.advance(by: 61)
            let first = try await store.expireTopicFiles()
            #expect(first.last == "f2")
            #expect(first.failure?.code == .attachmentsUnavailable)
            let second = try await store.expireTopicFiles(after: "f2")
            #expect(second.last == nil && second.failure == nil)
            #expect(Array(objects.files.keys) == ["f2"])
            #expect(try await fixture.values("SELECT id FROM topicFile") == ["f2"])
            objects.setFailing([])
            #expect(try await store.expireTopicFiles().failure == nil)
            #expect(objects.files == [:])
            #expect(try await fixture.count("topicFile") == 0)
            await store.close()
        }
    }

    @Test func anUploadThatWasRemovedMeanwhileIsRefusedAndNotKept() async throws {
        try await withStore { fixture async throws in
            let objects = MemoryObjects()
            for store in [fixture.store, try fixture.reopenWithObjects(objects)] {
                let failure = await #expect(throws: CloudStoreError.self) {
                    try await fixture.upload("f1", to: store) {
                        try await store.discardTopicFile("f1")
                        _ = try await store.expireTopicFiles()
                    }
                }
                #expect(failure?.code == .attachmentsUnavailable)
                #expect(try await fixture.count("topicFilePart") == 0)
                #expect(objects.files == [:])
                #expect(fixture.uploads == [])
                if store !== fixture.store { await store.close() }
            }
        }
    }

    @Test func aDiscardedFileHasNoSizeAndEndsAtOnce() async throws {
        try await withStore { fixture async throws in
            try await fixture.upload("f1", to: fixture.store)
            try await fixture.store.discardTopicFile("f1")
            #expect(try await fixture.store.topicFile("f1") == nil)
            #expect(try await fixture.store.sizeOfTopicFiles(from: "one") == 0)
            #expect(try await fixture.store.nextTopicFileEnd().map { $0 <= fixture.clock.value } == true)
        }
    }

    @Test func theStartRemovesWhatAKilledProcessLeft() async throws {
        try await withStore { fixture async throws in
            let state = try CloudFolder(path: CloudPrivateFile.folder(of: fixture.path))
            let folder = state.path + "/attachments"
            try CloudPrivateFile.makeFolder(at: folder)
            func leave() throws {
                for name in ["f1", "f2.part"] {
                    #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data([1])))
                }
            }
            try leave()
            fixture.store.removeLeftUploads(in: state)
            #expect(fixture.uploads == (fixture.store.isShared ? [] : ["f1"]))
            guard fixture.store.isShared else { return }
            // The file of a cloud that was moved is left with its files.
            #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
            try leave()
            fixture.store.removeLeftUploads(in: state)
            #expect(fixture.uploads == ["f1"])
        }
    }
}

/// What the tests upload: more than two parts of the database.
private let uploadedContent = [UInt8]((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

extension StoreFixture {
    /// The names in the folder of uploads.
    fileprivate var uploads: [String] {
        let folder = CloudPrivateFile.folder(of: path) + "/attachments"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Uploads the content of the tests, and calls a closure before it is kept.
    fileprivate func upload(
        _ id: String,
        to store: CloudStore,
        meanwhile: () async throws -> Void = {}
    ) async throws {
        let file = TopicFile(id: id, sender: "one", type: "t", size: 1 << 20, expires: clock.value + 60)
        #expect(try await store.reserve(file, senderLimit: 1 << 30, totalLimit: 1 << 30))
        let writer = try store.uploads.create(id)
        try uploadedContent.withUnsafeBytes { try writer.write($0) }
        try await meanwhile()
        try await store.keep(writer, size: uploadedContent.count)
    }

    /// Reads a file as a response does; `nil` if it does not exist.
    fileprivate func read(_ id: String, from store: CloudStore) async throws -> [UInt8]? {
        guard let file = try await store.topicFile(id), let content = try await store.attachment(file)
        else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < content.size {
            let part = try await content.read(bytes.count)
            guard !part.isEmpty else { break }
            bytes += part
        }
        return bytes
    }
}

/// Files in memory, some of which cannot be removed.
private final class MemoryObjects: AttachmentStore {
    private let state = Mutex<(files: [String: [UInt8]], failing: Set<String>)>(([:], []))

    var files: [String: [UInt8]] { state.withLock(\.files) }

    func setFailing(_ ids: Set<String>) { state.withLock { $0.failing = ids } }

    func put(_ upload: AttachmentWriter) async throws(CloudStoreError) {
        let reader = try upload.reader()
        let bytes = try reader.read(at: 0, count: reader.size)
        state.withLock { $0.files[upload.id] = bytes }
    }

    func content(of file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        guard let bytes = files[file.id] else { return nil }
        return AttachmentContent(size: bytes.count) { Array(bytes[$0...].prefix(100_000)) }
    }

    func remove(_ id: String) async throws(CloudStoreError) {
        let isRemoved = state.withLock { state in
            guard !state.failing.contains(id) else { return false }
            state.files[id] = nil
            return true
        }
        guard isRemoved else { throw CloudStoreError(.attachmentsUnavailable, "The place is away.") }
    }
}
