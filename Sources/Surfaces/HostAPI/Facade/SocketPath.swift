package import Foundation
package import Host

/// Where the host of a state folder listens for the person's own tools.
package struct SocketPath: Hashable, Sendable {
    /// How many bytes a socket's path may have: what `sun_path` holds, less the NUL that ends it.
    package static let limit = 107

    /// The folder, which only the person may enter.
    package let folder: String
    /// The socket.
    package let path: String

    /// Finds the place: `$XDG_RUNTIME_DIR/today/HASH.sock`, named by the state folder.
    ///
    /// Where that variable is unset, empty or no absolute path, or where the path would be too long, the place is
    /// `run/host.sock` below the state folder. Nothing is read or made.
    ///
    /// - Parameters:
    ///   - stateDirectory: The state folder.
    ///   - environment: The process's environment.
    /// - Returns: The place.
    /// - Throws: `stateUnavailable` if either path would be too long.
    package static func resolve(
        stateDirectory: URL,
        environment: [String: String]
    ) throws(HostError) -> SocketPath {
        let state = canonicalPath(stateDirectory)
        var folders = [state + "/run"]
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            folders.insert((runtime.hasSuffix("/") ? String(runtime.dropLast()) : runtime) + "/today", at: 0)
        }
        for folder in folders {
            let name = folder == state + "/run" ? "host" : hash(state)
            let path = "\(folder)/\(name).sock"
            if path.utf8.count <= limit { return SocketPath(folder: folder, path: path) }
        }
        throw HostError(
            .stateUnavailable,
            "The path of the state folder \(state) is too long for a socket in it; set XDG_RUNTIME_DIR or use a shorter one."
        )
    }

    /// The file below the state folder in which a running host notes its socket's path.
    ///
    /// So tools find it whatever their own environment says.
    package static func note(in stateDirectory: URL) -> String { canonicalPath(stateDirectory) + "/socket" }

    private static func canonicalPath(_ directory: URL) -> String {
        let path = directory.standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// FNV-1a with 64 bits, in hexadecimal: only names, in a folder that nobody else can write to.
    private static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
