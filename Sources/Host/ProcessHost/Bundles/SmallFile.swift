import Glibc

package enum SmallFile {
    package enum Failure: Error, Hashable {
        case missing
        case notARegularFile
        case tooLarge
        case unreadable(errno: Int32)
    }

    /// Returns the lines of a file of the kernel; none if it cannot be read.
    static func lines(of path: String, limit: Int = 1 << 20) -> [ArraySlice<UInt8>] {
        ((try? read(path, limit: limit)) ?? []).split(separator: UInt8(ascii: "\n"))
    }

    /// Reads a regular file of at most `limit` bytes; a link in the last component of the path is not followed.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw .missing
            case ELOOP, ENXIO: throw .notARegularFile
            default: throw .unreadable(errno: errno)
            }
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .unreadable(errno: errno) }
        guard information.isFile else { throw .notARegularFile }
        guard information.st_size <= limit else { throw .tooLarge }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .unreadable(errno: errno)
            }
            bytes.append(contentsOf: chunk[..<count])
            // The size of a file in /proc is reported as zero.
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }
}
