import Foundation

package struct SessionBusAddress: Hashable, Sendable {
    /// The largest length of an address, in bytes.
    static let limit = 4096

    package let text: String

    /// `true` if only programs on this machine can be at the other end.
    var isLocal: Bool { text.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") } }

    /// Finds the session bus: `DBUS_SESSION_BUS_ADDRESS`, or the socket `$XDG_RUNTIME_DIR/bus`; returns `nil` without
    /// either, and for an address that would start a bus or another program.
    package init?(
        environment: [String: String],
        exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
    ) {
        if let named = environment["DBUS_SESSION_BUS_ADDRESS"], !named.isEmpty {
            let parts = named.split(separator: ";")
            guard named.utf8.count <= Self.limit, !named.utf8.contains(0), !parts.isEmpty,
                parts.allSatisfy({ $0.hasPrefix("unix:") || $0.hasPrefix("tcp:") })
            else { return nil }
            text = named
            return
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let path = folder.hasSuffix("/") ? "\(folder)bus" : "\(folder)/bus"
        guard path.utf8.count <= Self.limit / 4, !path.utf8.contains(0), exists(path) else { return nil }
        text = "unix:path=" + Self.escape(path)
    }

    /// Escapes a value as defined in the D-Bus specification, "Server Addresses".
    private static func escape(_ value: String) -> String {
        let plain = Set("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz/.\\*".utf8)
        return value.utf8.map { plain.contains($0) ? String(UnicodeScalar($0)) : String(format: "%%%02x", $0) }.joined()
    }
}
