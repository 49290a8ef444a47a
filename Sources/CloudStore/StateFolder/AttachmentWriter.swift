import Glibc
import StoreSupport
import Synchronization

/// Takes the bytes of a file as they arrive; unless it is finished, nothing is left of it.
package final class AttachmentWriter: Sendable {
    /// What the name of a file that is not complete ends with.
    static let suffix = ".part"

    private let path: String
    private let descriptor: Mutex<Int32?>

    init(path: String) throws(CloudStoreError) {
        self.path = path
        unlink(path + Self.suffix)
        let opened = open(path + Self.suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw PrivateFile.failure("write \(path)") }
        descriptor = Mutex(opened)
    }

    deinit { close(removing: true) }

    /// Appends bytes.
    ///
    /// - Throws: ``CloudStoreError`` with code `diskFull` or `unavailable`.
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
                throw PrivateFile.failure("write \(path)")
            }
        }
    }

    /// Gives the file its name; it is on disk then.
    ///
    /// The thread waits for the disk, which takes long for a large file: call it on one that may.
    ///
    /// - Throws: ``CloudStoreError`` with code `diskFull` or `unavailable`.
    package func finish() throws(CloudStoreError) {
        guard let descriptor = descriptor.withLock({ $0 }) else {
            throw CloudStoreError(.closed, "\(path) was finished.")
        }
        guard fsync(descriptor) == 0 else { throw PrivateFile.failure("write \(path)") }
        try PrivateFile.move(path + Self.suffix, to: path)
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
