import Foundation

/// The address of the session bus.
package struct SessionBusAddress: Hashable, Sendable {
    /// How long an address may be, in bytes.
    static let limit = 4096

    /// The address, as D-Bus writes it.
    package let text: String
    /// Whether the environment names it; else it stands where a session has it by custom.
    package let isNamed: Bool

    /// Whether only programs of this machine can be at the other end.
    var isLocal: Bool { text.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") } }

    /// Finds the bus of the session: `DBUS_SESSION_BUS_ADDRESS`, or the socket `$XDG_RUNTIME_DIR/bus`; `nil` if neither.
    ///
    /// Addresses that would start a bus or another program are passed over: the surface joins a session, and makes none.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - exists: Whether a file is there.
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
            isNamed = true
            return
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let path = folder.hasSuffix("/") ? "\(folder)bus" : "\(folder)/bus"
        guard path.utf8.count <= Self.limit / 4, !path.utf8.contains(0), exists(path) else { return nil }
        text = "unix:path=" + Self.escape(path)
        isNamed = false
    }

    /// Escapes a value as the specification of D-Bus has it, "Server Addresses".
    private static func escape(_ value: String) -> String {
        let plain = Set("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz/.\\*".utf8)
        return value.utf8.map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
