import Crypto
import Glibc
import HostModel
import JSON

/// The contents of a bundle, as they are signed: a line for each file, program, link and folder except the signature.
///
/// The lines are sorted by the bytes of their paths, so that a bundle has the same listing everywhere. A file is listed
/// as `file DIGEST PATH`, one that its owner may execute as `program DIGEST PATH`, a symbolic link with the digest of
/// its destination as `link DIGEST PATH`, and a folder as `folder - PATH`. A digest is a SHA-256 in hexadecimal. Other
/// permissions are not included, since an installation does not keep them.
struct BundleListing: Equatable {
    struct Entry: Equatable {
        /// The path within the bundle, as the bytes in the file system: paths with different bytes may be equal as
        /// texts.
        var path: [UInt8]
        /// The part of the line before the path: the kind and the digest.
        var summary: String
    }

    /// The entries, sorted by path.
    private(set) var entries: [Entry] = []

    /// Reads a bundle at a path, following no links; nothing may change in it meanwhile.
    ///
    /// - Throws: ``BundleError`` with code `tooLarge`, `copyFailed` if something cannot be read, or `invalid` if a name
    ///   contains a control character, which could be read as the end of a line.
    init(of root: String, limits: BundleLimits) throws(BundleError) {
        try add(root, prefix: "", depth: 0, root, limits)
        entries.sort { $0.path.lexicographicallyPrecedes($1.path) }
    }

    /// Parses the lines of a signature, without opening their paths; `nil` if they are malformed, or if they are too
    /// many.
    init?(parsing text: ArraySlice<UInt8>, limits: BundleLimits) {
        let newline = UInt8(ascii: "\n")
        let lines = text.split(separator: newline, maxSplits: limits.entries, omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            let summary = String(decoding: parts[0] + [UInt8(ascii: " ")] + parts[1], as: UTF8.self)
            if let last = entries.last, !last.path.lexicographicallyPrecedes(parts[2]) { return nil }
            entries.append(Entry(path: Array(parts[2]), summary: summary))
        }
        guard bytes.elementsEqual(text) else { return nil }
    }

    var bytes: [UInt8] {
        entries.flatMap { Array($0.summary.utf8) + [UInt8(ascii: " ")] + $0.path + [UInt8(ascii: "\n")] }
    }

    private mutating func add(
        _ folder: String,
        prefix: String,
        depth: Int,
        _ root: String,
        _ limits: BundleLimits
    ) throws(BundleError) {
        let depthLimit = limits.folderDepth
        try BundleError.check(depth, atMost: depthLimit, .bundleNestedTooDeep(root, limit: depthLimit))
        for name in try FileTree.names(in: folder) {
            let (place, path) = ("\(folder)/\(name)", prefix + name)
            if path == BundleSignature.file { continue }
            let limit = limits.entries
            try BundleError.check(entries.count + 1, atMost: limit, .bundleHasTooManyFiles(root, limit: limit))
            guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || scalar.value == 0x7F }
                let problem = BundleProblem(
                    file: String(path.unicodeScalars.map { isControl($0) ? "?" : Character($0) }),
                    message: "Its name has a control character, which no file of a signed bundle may have.",
                    remedy: "Rename the file."
                )
                throw BundleError([problem], in: BundleFolder.name(of: root))
            }
            let information = try FileTree.status(of: place)
            switch information.st_mode & S_IFMT {
            case S_IFDIR:
                append("folder -", path)
                try add(place, prefix: path + "/", depth: depth + 1, root, limits)
            case S_IFREG:
                let kind = information.st_mode & S_IXUSR != 0 ? "program" : "file"
                append("\(kind) \(try FileTree.digest(of: place).hexadecimalDigits)", path)
            case S_IFLNK:
                append("link \(SHA256.hash(data: FileTree.destination(of: place)).hexadecimalDigits)", path)
            default: throw BundleError(.copyFailed, .neitherFileNorFolder(place))
            }
        }
    }

    private mutating func append(_ summary: String, _ path: String) {
        entries.append(Entry(path: Array(path.utf8), summary: summary))
    }
}

extension BundleListing {
    /// Returns a problem for each path that was changed, added or removed since a listing was signed.
    func problems(comparedTo signed: BundleListing) -> [BundleProblem] {
        let was = Dictionary(signed.entries.map { ($0.path, $0.summary) }) { first, _ in first }
        let names = Set(entries.map(\.path))
        var problems = entries.compactMap { entry -> BundleProblem? in
            guard let summary = was[entry.path] else { return Self.problem(entry, "It was added after") }
            guard summary != entry.summary else { return nil }
            let kinds = (summary.prefix { $0 != " " }, entry.summary.prefix { $0 != " " })
            switch kinds {
            case ("file", "program"): return Self.problem(entry, "It was made a program after")
            case ("program", "file"): return Self.problem(entry, "It is no program any more since")
            default: return Self.problem(entry, "It was changed after")
            }
        }
        problems += signed.entries.filter { !names.contains($0.path) }.map { Self.problem($0, "It was removed after") }
        return problems
    }

    private static func problem(_ entry: Entry, _ what: String) -> BundleProblem {
        BundleProblem(
            file: String(decoding: entry.path, as: UTF8.self),
            message: "\(what) the bundle was signed.",
            remedy: "Get the bundle again from who made it; if that is you, sign it again with “today sign”."
        )
    }
}
