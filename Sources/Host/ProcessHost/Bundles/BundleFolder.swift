import Glibc

struct BundleFolder {
    /// The folder's path, without links.
    let path: String
    /// The folder's path inside the app's bundle with a trailing slash; empty for the app's own folder.
    let prefix: String
    /// Receives the mistakes in the folder's files.
    let problems: BundleProblems

    /// Returns a file's name for reports, relative to the app's bundle.
    func reported(_ name: String) -> String { prefix + name }

    func report(_ name: String, key: String? = nil, _ message: String, remedy: String) {
        problems.add(file: reported(name), key: key, message, remedy: remedy)
    }

    /// Reads a file of at most `limit` bytes; `tooLarge` is the remedy for a larger one.
    ///
    /// - Returns: The bytes; `nil` if there is no such file, or if a problem was added.
    func read(_ name: String, limit: Int, tooLarge: String = "Keep only what Today reads in it.") -> [UInt8]? {
        do throws(SmallFile.Failure) {
            return try SmallFile.read("\(path)/\(name)", limit: limit)
        } catch {
            switch error {
            case .missing: break
            case .notARegularFile:
                report(name, "It is not a regular file.", remedy: "Put the file itself there, not a link.")
            case .tooLarge: report(name, "It is larger than \(limit / 1024) KiB.", remedy: tooLarge)
            case .unreadable(let number):
                let reason = String(cString: strerror(number))
                report(name, "It cannot be read: \(reason).", remedy: "Check its permissions.")
            }
        }
        return nil
    }

    /// Returns `true` if there is an entry of that name, even a broken link.
    func has(_ name: String) -> Bool { (try? FileTree.status(of: "\(path)/\(name)")) != nil }

    /// Returns the sorted names of the folders directly inside `name` (the folder itself if empty) that end in
    /// `suffix`; links are left out, since a bundle must contain its parts itself.
    func folders(in name: String, suffix: String) -> [String] {
        let place = name.isEmpty ? path : "\(path)/\(name)"
        guard Self.isFolder(place), let names = try? FileTree.names(in: place) else { return [] }
        return names.filter { $0.hasSuffix(suffix) && $0.count > suffix.count && Self.isFolder("\(place)/\($0)") }
    }

    /// Returns the path of an entry with links resolved; `nil` if it does not exist or is outside of the folder.
    func resolved(_ name: String) -> String? {
        guard let resolved = Self.resolved("\(path)/\(name)"), resolved.hasPrefix(path + "/") else { return nil }
        return resolved
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func isFolder(_ path: String) -> Bool { (try? FileTree.status(of: path)).map(\.isFolder) ?? false }

    /// Returns the absolute path with links resolved; `nil` if nothing is there.
    static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
