import Glibc
import StoreSupport

/// Reads a file part by part; it can be removed meanwhile.
package final class AttachmentReader: Sendable {
    /// How many bytes it has.
    package let size: Int

    private let path: String
    private let descriptor: Int32

    init?(path: String) throws(CloudStoreError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw PrivateFile.failure("read \(path)")
        }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            let failure = PrivateFile.failure("read \(path)")
            close(opened)
            throw failure
        }
        self.path = path
        descriptor = opened
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads bytes from a place on.
    ///
    /// - Returns: At most `count` bytes; none at the end.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func read(at offset: Int, count: Int) throws(CloudStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let read = pread(descriptor, &bytes, count, off_t(offset))
            if read >= 0 { return Array(bytes[..<read]) }
            guard errno == EINTR else { throw PrivateFile.failure("read \(path)") }
        }
    }
}
