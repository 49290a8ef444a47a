import Crypto
import Glibc

extension FileTree {
    /// Returns `true` if two folders have the same names, links and bytes, and the same files are executable.
    ///
    /// - Throws: ``BundleError`` if something cannot be read.
    package static func isSame(_ first: String, _ second: String) throws(BundleError) -> Bool {
        if first == second { return true }
        let names = try names(in: first)
        guard try names == Self.names(in: second) else { return false }
        for name in names {
            guard try isSameEntry("\(first)/\(name)", "\(second)/\(name)") else { return false }
        }
        return true
    }

    private static func isSameEntry(_ first: String, _ second: String) throws(BundleError) -> Bool {
        let (a, b) = (try status(of: first), try status(of: second))
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

    /// Returns the destination of a link, as bytes; empty if it cannot be read.
    static func destination(of link: String) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &buffer, Int(PATH_MAX))
        return buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    }

    private static func hasSameBytes(_ first: String, _ second: String) throws(BundleError) -> Bool {
        let (a, b) = (try FileChunks(first), try FileChunks(second))
        while true {
            let bytes = try a.next()
            guard try b.next() == bytes else { return false }
            if bytes.isEmpty { return true }
        }
    }

    /// Returns the SHA-256 of a file's bytes; throws an error with code `copyFailed` if it cannot be read.
    static func digest(of path: String) throws(BundleError) -> SHA256.Digest {
        let file = try FileChunks(path)
        var hash = SHA256()
        while true {
            let bytes = try file.next()
            if bytes.isEmpty { return hash.finalize() }
            hash.update(data: bytes)
        }
    }
}

/// An open file that is read in large parts; it is closed with its last reference.
final class FileChunks {
    let descriptor: Int32
    private let path: String
    private let size: Int

    init(_ path: String, size: Int = 256 * 1024, followsLinks: Bool = false) throws(BundleError) {
        self.path = path
        self.size = size
        descriptor = open(path, O_RDONLY | (followsLinks ? 0 : O_NOFOLLOW | O_NONBLOCK) | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileTree.failure("read \(path)") }
    }

    deinit { close(descriptor) }

    /// Reads the next bytes, fewer than a whole part only at the end; none after it.
    func next() throws(BundleError) -> [UInt8] {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let more = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if more < 0, errno == EINTR { continue }
                isRead = more >= 0
                guard more > 0 else { return }
                count += more
            }
        }
        guard isRead else { throw FileTree.failure("read \(path)") }
        return bytes
    }
}
