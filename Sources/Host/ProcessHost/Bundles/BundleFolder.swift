import Glibc

/// The folder of an app or a widget, as the reader sees it.
struct BundleFolder {
    /// The folder's path, without links.
    let path: String
    /// The folder's path inside the app's bundle with a slash at its end; empty for the app's own folder.
    let prefix: String

    /// The file's name in reports: relative to the app's bundle.
    func reported(_ name: String) -> String { prefix + name }

    /// Reads a small file of the folder.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - limit: How many bytes it may have.
    ///   - tooLarge: What to do about a larger one.
    ///   - problems: Receives what is wrong.
    /// - Returns: The bytes; `nil` if there is no such file, or if a problem was added.
    func read(
        _ name: String,
        limit: Int,
        tooLarge: String = "Keep only what Today reads in it.",
        _ problems: inout BundleProblems
    ) -> [UInt8]? {
        do throws(SmallFile.Failure) {
            return try SmallFile.read("\(path)/\(name)", limit: limit)
        } catch {
            let file = reported(name)
            switch error {
            case .missing: break
            case .notARegularFile:
                problems.add(file: file, "It is not a regular file.", remedy: "Put the file itself there, not a link.")
            case .tooLarge:
                problems.add(
                    file: file,
                    "It is larger than \(limit / 1024) KiB.",
                    remedy: tooLarge
                )
            case .unreadable(let number):
                let reason = String(cString: strerror(number))
                problems.add(file: file, "It cannot be read: \(reason).", remedy: "Check its permissions.")
            }
        }
        return nil
    }

    /// Whether there is anything of that name, a broken link included.
    func has(_ name: String) -> Bool {
        var information = stat()
        return lstat("\(path)/\(name)", &information) == 0
    }

    /// The names of the folders directly inside `name` (the folder itself if empty) that end in `suffix`, sorted.
    ///
    /// Links are left out: a bundle holds its parts itself.
    func folders(in name: String, suffix: String) -> [String] {
        let place = name.isEmpty ? path : "\(path)/\(name)"
        guard Self.isFolder(place), let names = try? FileTree.names(in: place) else { return [] }
        return names.filter { $0.hasSuffix(suffix) && $0.count > suffix.count && Self.isFolder("\(place)/\($0)") }
    }

    /// The path of something in the folder without links, or `nil` if it does not exist or lies outside.
    func resolved(_ name: String) -> String? {
        guard let resolved = Self.resolved("\(path)/\(name)"), resolved.hasPrefix(path + "/") else { return nil }
        return resolved
    }

    /// Whether the path itself is a folder and not a link to one.
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// The absolute path without links, or `nil` if nothing is there.
    static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
