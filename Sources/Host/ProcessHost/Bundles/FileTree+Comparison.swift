import Crypto
import Glibc

extension FileTree {
    /// Whether two folders hold the same: the same names, links and bytes, and the same files that can be executed.
    ///
    /// - Throws: ``BundleError`` if something cannot be read.
    package static func isSame(_ first: String, _ second: String) throws(BundleError) -> Bool {
        let names = try names(in: first)
        guard try names == Self.names(in: second) else { return false }
        for name in names {
            guard try isSameEntry("\(first)/\(name)", "\(second)/\(name)") else { return false }
        }
        return true
    }

    private static func isSameEntry(_ first: String, _ second: String) throws(BundleError) -> Bool {
        var (a, b) = (stat(), stat())
        guard lstat(first, &a) == 0 else { throw failure("look at \(first)") }
        guard lstat(second, &b) == 0 else { throw failure("look at \(second)") }
        guard a.st_mode & S_IFMT == b.st_mode & S_IFMT else { return false }
        switch a.st_mode & S_IFMT {
        case S_IFDIR: return try isSame(first, second)
        case S_IFLNK: return destination(of: first) == destination(of: second)
        case S_IFREG:
            guard a.st_size == b.st_size, a.st_mode & S_IXUSR == b.st_mode & S_IXUSR else { return false }
            return try hasSameBytes(first, second)
        default: return false
        }
    }

    /// Where a link leads, as its bytes; empty if it cannot be read.
    static func destination(of link: String) -> [CChar] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &buffer, Int(PATH_MAX))
        return Array(buffer.prefix(max(0, count)))
    }

    private static func hasSameBytes(_ first: String, _ second: String) throws(BundleError) -> Bool {
        let files = [open(first, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), open(second, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)]
        defer { for file in files where file >= 0 { close(file) } }
        guard files[0] >= 0 else { throw failure("read \(first)") }
        guard files[1] >= 0 else { throw failure("read \(second)") }
        while true {
            let (a, b) = (try chunk(of: files[0], first), try chunk(of: files[1], second))
            guard a == b else { return false }
            if a.isEmpty { return true }
        }
    }

    /// The SHA-256 of a file's bytes.
    ///
    /// - Throws: ``BundleError`` with code `copyFailed` if it cannot be read, or is no regular file.
    static func digest(of path: String) throws(BundleError) -> SHA256.Digest {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure("read \(path)") }
        defer { close(file) }
        var hash = SHA256()
        while true {
            let bytes = try chunk(of: file, path)
            if bytes.isEmpty { return hash.finalize() }
            bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        }
    }

    /// The next bytes of a file; empty at its end.
    private static func chunk(of file: Int32, _ name: String) throws(BundleError) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 256 * 1024)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if more == 0 { break }
            guard more > 0 else {
                if errno == EINTR { continue }
                throw failure("read \(name)")
            }
            count += more
        }
        return bytes[..<count]
    }
}
