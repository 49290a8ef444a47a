import Glibc
import HostModel

/// Unpacks a bundle from a tar archive, which may be compressed with gzip.
///
/// An archive contains one folder `Name.app` and nothing else. Names must stay inside it and must be unique. Files,
/// folders and symbolic links are unpacked, the links last, so that nothing is written through one. The later copy
/// checks that they stay inside the bundle, as for any bundle. A hard link must refer to an earlier file in the
/// archive. Everything else, such as devices, is refused.
struct BundleArchive {
    /// Values for an entry from the extension headers before it.
    private struct LongNames {
        var name: String?
        var target: String?
        var size: Int?
    }

    /// Maximum size of the contents of an extension header, in bytes.
    private static let extensionLimit = 64 * 1024

    private let reader: ArchiveReader
    private let folder: String
    private let limits: BundleLimits
    private var root: String?
    private var names: Set<String> = []
    /// The unpacked files and their sizes.
    private var files: [String: Int] = [:]
    private var links: [(path: String, target: String)] = []
    private var bytes = 0

    static func isFile(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.isFile
    }

    /// Unpacks an archive into an empty folder and returns the path of the bundle.
    ///
    /// - Throws: ``BundleError``; the caller must remove the unpacked files.
    static func unpack(_ path: String, into folder: String, limits: BundleLimits) throws(BundleError) -> String {
        // Each entry has a header and fills its last block; there may be headers for long names too.
        let limit = limits.bundleBytes + limits.entries * 4 * TarHeader.blockSize
        var archive = BundleArchive(reader: try ArchiveReader(path, limit: limit), folder: folder, limits: limits)
        return try archive.unpack()
    }

    private mutating func unpack() throws(BundleError) -> String {
        var long = LongNames()
        var headers = 0
        while true {
            let block = try reader.read(TarHeader.blockSize)
            guard block.count == TarHeader.blockSize else { throw Self.damaged }
            if block.allSatisfy({ $0 == 0 }) { break }
            guard let header = TarHeader(block) else { throw headers == 0 ? Self.noArchive : Self.damaged }
            headers += 1
            try BundleError.check(headers, atMost: limits.entries * 2, .archiveHasTooManyFiles(limits.entries))
            switch header.kind {
            case .globalHeader: _ = try contents(header)
            case .longName: long.name = try text(header)
            case .longTarget: long.target = try text(header)
            case .extendedHeader:
                guard let records = TarHeader.records(try contents(header)) else { throw Self.damaged }
                long.name = records["path"] ?? long.name
                long.target = records["linkpath"] ?? long.target
                long.size = records["size"].flatMap { Int($0) }
            case .file, .folder, .symbolicLink, .hardLink, .other:
                var entry = header
                entry.name = long.name ?? entry.name
                entry.target = long.target ?? entry.target
                entry.size = long.size ?? entry.size
                long = LongNames()
                try unpack(entry)
            }
        }
        guard let root else { throw BundleError(.invalid, .archiveEmpty) }
        for link in links {
            try makeParents(of: link.path)
            guard symlink(link.target, "\(folder)/\(link.path)") == 0 else {
                throw FileTree.failure("create the link \(link.path)")
            }
        }
        return "\(folder)/\(root)"
    }

    // MARK: - One entry

    private mutating func unpack(_ entry: TarHeader) throws(BundleError) {
        guard let path = try path(of: entry.name) else { return }
        guard names.insert(path).inserted else { throw BundleError(.invalid, .archiveHoldsTwice(Self.shown(path))) }
        try BundleError.check(names.count, atMost: limits.entries, .archiveHasTooManyFiles(limits.entries))
        switch entry.kind {
        case .folder: try makeFolder(path)
        case .symbolicLink:
            guard path.contains("/"), entry.size == 0, !entry.target.isEmpty, !entry.target.hasPrefix("/") else {
                throw BundleError(.invalid, .archiveLinkLeadsOut(Self.shown(path)))
            }
            links.append((path, entry.target))
        case .hardLink: try linkFile(entry, at: path)
        case .file: try unpackFile(entry, at: path)
        default: throw Self.noFile(path)
        }
    }

    /// Returns the path of an entry, relative to ``folder``; `nil` for that folder itself.
    private mutating func path(of name: String) throws(BundleError) -> String? {
        let parts = name.split(separator: "/").filter { $0 != "." }
        let isInside =
            !name.hasPrefix("/") && !parts.contains("..") && parts.allSatisfy { $0.utf8.count <= 255 }
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        guard isInside else { throw BundleError(.invalid, .archiveNameInvalid(Self.shown(name))) }
        guard let first = parts.first else { return nil }
        guard root == nil || root == String(first), first.hasSuffix(".app") else {
            throw BundleError(.invalid, .archiveNotOneFolder(Self.shown(String(first))))
        }
        root = String(first)
        try BundleError.check(parts.count, atMost: limits.folderDepth + 2, .archiveNestedTooDeep(limits.folderDepth))
        return parts.joined(separator: "/")
    }

    private mutating func unpackFile(_ entry: TarHeader, at path: String) throws(BundleError) {
        try makeParents(of: path)
        try count(entry.size)
        let place = "\(folder)/\(path)"
        let mode: mode_t = entry.isExecutable ? 0o755 : 0o644
        let output = open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard output >= 0 else { throw FileTree.failure("create \(Self.shown(path))") }
        defer { close(output) }
        var rest = entry.size
        while rest > 0 {
            let chunk = try reader.read(min(rest, 64 * 1024))
            guard !chunk.isEmpty else { throw Self.damaged }
            try FileTree.write(chunk[...], to: output, named: Self.shown(path))
            rest -= chunk.count
        }
        try skipPadding(of: entry)
        files[path] = entry.size
    }

    /// Adds a hard link to an unpacked file, whose size counts once for each name.
    private mutating func linkFile(_ entry: TarHeader, at path: String) throws(BundleError) {
        guard entry.size == 0, let first = try self.path(of: entry.target), let size = files[first] else {
            throw Self.noFile(path)
        }
        try makeParents(of: path)
        try count(size)
        // No symbolic link exists yet, so both paths are inside the folder.
        guard link("\(folder)/\(first)", "\(folder)/\(path)") == 0 else {
            throw FileTree.failure("create \(Self.shown(path))")
        }
        files[path] = size
    }

    private mutating func count(_ size: Int) throws(BundleError) {
        bytes += min(size, limits.bundleBytes + 1)
        let limit = limits.bundleBytes
        try BundleError.check(bytes, atMost: limit, .unpackedBundleTooLarge(limit >> 20))
    }

    private func makeParents(of path: String) throws(BundleError) {
        let parts = path.split(separator: "/").dropLast()
        for count in 1..<max(parts.count + 1, 1) { try makeFolder(parts.prefix(count).joined(separator: "/")) }
    }

    private func makeFolder(_ path: String) throws(BundleError) {
        let place = "\(folder)/\(path)"
        if mkdir(place, 0o755) == 0 || errno == EEXIST && BundleFolder.isFolder(place) { return }
        throw FileTree.failure("create the folder \(Self.shown(path))")
    }

    // MARK: - Bytes

    private func text(_ header: TarHeader) throws(BundleError) -> String {
        guard let text = String(validating: try contents(header).prefix { $0 != 0 }, as: UTF8.self) else {
            throw Self.damaged
        }
        return text
    }

    private func contents(_ header: TarHeader) throws(BundleError) -> [UInt8] {
        guard header.size <= Self.extensionLimit else { throw Self.damaged }
        let bytes = try reader.read(header.size)
        guard bytes.count == header.size else { throw Self.damaged }
        try skipPadding(of: header)
        return bytes
    }

    private func skipPadding(of header: TarHeader) throws(BundleError) {
        let count = (TarHeader.blockSize - header.size % TarHeader.blockSize) % TarHeader.blockSize
        guard try reader.read(count).count == count else { throw Self.damaged }
    }

    private static func shown(_ name: String) -> String { "“\(BundleNames.shown(name))”" }

    private static func noFile(_ path: String) -> BundleError {
        BundleError(.invalid, .archiveEntryNotAllowed(shown(path)))
    }

    private static let damaged = BundleError(.invalid, .archiveDamaged)
    private static let noArchive = BundleError(.invalid, .notATarArchive("tar czf Name.tar.gz Name.app"))
}
