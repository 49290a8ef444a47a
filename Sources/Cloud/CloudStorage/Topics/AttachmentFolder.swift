import Dispatch
import FoundationEssentials
import Glibc
import SQLiteSupport
import Synchronization

/// The folder of the files that are attached to messages of topics; a file has a temporary name while it arrives.
///
/// All uploads arrive here. Complete ones stay here if the state is an SQLite file and no other place is given.
package struct AttachmentFolder: AttachmentStore {
    private static let partSize = 64 * 1024

    private let path: String

    init(path: String) { self.path = path }

    /// Creates a temporary file for an upload, whose id has letters and digits; creates the folder if it is missing.
    package func create(_ id: String) throws(CloudStoreError) -> AttachmentWriter {
        if try CloudPrivateFile.makeFolder(at: path) {
            try CloudPrivateFile.synchronize(CloudPrivateFile.folder(of: path))
        }
        return try AttachmentWriter(id: id, path: try file(id))
    }

    /// Opens a complete file; `nil` if it does not exist.
    package func open(_ id: String) throws(CloudStoreError) -> AttachmentReader? {
        try AttachmentReader(path: try file(id))
    }

    package func put(_ upload: AttachmentWriter) async throws(CloudStoreError) {
        // Writing a large file to disk takes long, and must not block threads of Swift's concurrency runtime.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(CloudStoreError) in try upload.finish() })
            }
        }
        try result.get()
    }

    package func content(of file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        guard let reader = try open(file.id) else { return nil }
        return AttachmentContent(size: reader.size) { offset in
            try reader.read(at: offset, count: min(Self.partSize, reader.size - offset))
        }
    }

    package func remove(_ id: String) async throws(CloudStoreError) {
        let path = try file(id)
        guard unlink(path) == 0 || errno == ENOENT else { throw CloudPrivateFile.failure("remove \(path)") }
    }

    /// Removes the incomplete files, or all files, that a process which was killed has left.
    func removeLeftovers(includingComplete: Bool) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where includingComplete || name.hasSuffix(AttachmentWriter.suffix) { unlink(path + "/" + name) }
    }

    private func file(_ id: String) throws(CloudStoreError) -> String {
        guard id.isASCIIName(limit: 64) else {
            throw CloudStoreError(.notFound, "\"\(id)\" is no id of a file.")
        }
        return path + "/" + id
    }
}

/// Reads a file in parts; the file stays readable if it is removed meanwhile.
package final class AttachmentReader: Sendable {
    package let size: Int

    private let path: String
    private let descriptor: Int32

    init?(path: String) throws(CloudStoreError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw CloudPrivateFile.failure("read \(path)")
        }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let failure = CloudPrivateFile.failure("read \(path)")
            close(opened)
            throw failure
        }
        self.path = path
        descriptor = opened
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads at most `count` bytes from an offset; none at the end.
    package func read(at offset: Int, count: Int) throws(CloudStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let read = pread(descriptor, &bytes, count, off_t(offset))
            if read >= 0 { return Array(bytes[..<read]) }
            guard errno == EINTR else { throw CloudPrivateFile.failure("read \(path)") }
        }
    }
}

/// Writes the bytes of a file as they arrive; removes the file if it is released before ``finish()``.
package final class AttachmentWriter: Sendable {
    /// The suffix of the name of an incomplete file.
    static let suffix = ".part"

    package let id: String
    private let path: String
    private let descriptor: Mutex<Int32?>

    init(id: String, path: String) throws(CloudStoreError) {
        self.id = id
        self.path = path
        unlink(path + Self.suffix)
        let opened = open(path + Self.suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw CloudPrivateFile.failure("write \(path)") }
        descriptor = Mutex(opened)
    }

    deinit { close(removing: true) }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(CloudStoreError) {
        guard let descriptor = descriptor.withLock({ $0 }) else {
            throw CloudStoreError(.closed, "\(path) was finished.")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw CloudPrivateFile.failure("write \(path)")
            }
        }
    }

    /// Opens the bytes that were written until now, before ``finish()``.
    package func reader() throws(CloudStoreError) -> AttachmentReader {
        guard let reader = try AttachmentReader(path: path + Self.suffix) else {
            throw CloudStoreError(.unavailable, "\(path)\(Self.suffix) was removed.")
        }
        return reader
    }

    /// Gives the file its final name; blocks the thread until the file is on disk, which takes long for a large file.
    package func finish() throws(CloudStoreError) {
        guard let descriptor = descriptor.withLock({ $0 }) else {
            throw CloudStoreError(.closed, "\(path) was finished.")
        }
        guard fsync(descriptor) == 0 else { throw CloudPrivateFile.failure("write \(path)") }
        try CloudPrivateFile.move(path + Self.suffix, to: path)
        close(removing: false)
    }

    private func close(removing: Bool) {
        let held = descriptor.withLock { held in
            defer { held = nil }
            return held
        }
        guard let held else { return }
        Glibc.close(held)
        if removing { unlink(path + Self.suffix) }
    }
}
