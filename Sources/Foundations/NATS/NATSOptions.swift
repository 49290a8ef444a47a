import CNATS
import FoundationEssentials
import Glibc

/// The library's options for one connection to a server; files of the address are read when they are made.
///
/// They open the library when it is first needed.
final class NATSOptions {
    /// The limit of the library for the steps of connecting other than TLS, and for the answer to a flush, in
    /// milliseconds.
    static let timeout: Int64 = 5000
    /// The time after which a write to a server that takes nothing fails, in milliseconds.
    private static let writeDeadline: Int64 = 2000
    /// A server that does not answer two pings is lost.
    private static let pingInterval: Int64 = 5000

    let functions: nats_functions
    let pointer: OpaquePointer

    private static let library: Result<nats_functions, NATSError> = {
        var functions = nats_functions()
        guard let reason = nats_open(&functions) else { return .success(functions) }
        return .failure(
            NATSError("NATS's client library is missing; install libnats3.4. (\(String(cString: reason)))")
        )
    }()

    init(_ address: NATSAddress) throws(NATSError) {
        functions = try Self.library.get()
        var created: OpaquePointer?
        guard functions.natsOptions_Create(&created) == NATS_OK, let created else {
            throw NATSError("There is no memory for a connection.")
        }
        // When this throws from here on, the end of the object destroys them.
        pointer = created
        try set(address)
    }

    deinit { functions.natsOptions_Destroy(pointer) }

    private func set(_ address: NATSAddress) throws(NATSError) {
        try check(functions.natsOptions_SetURL(pointer, "nats://\(address)"))
        try check(functions.natsOptions_SetName(pointer, "today cloud"))
        try check(functions.natsOptions_SetTimeout(pointer, Self.timeout))
        try check(functions.natsOptions_SetWriteDeadline(pointer, Self.writeDeadline))
        try check(functions.natsOptions_SetPingInterval(pointer, Self.pingInterval))
        try check(functions.natsOptions_SetMaxPingsOut(pointer, 2))
        // The channel connects again itself, since the library has one expected name for all servers, and tells nobody
        // why it cannot connect.
        try check(functions.natsOptions_SetAllowReconnect(pointer, false))
        try check(functions.natsOptions_SetIgnoreDiscoveredServers(pointer, true))
        try check(functions.natsOptions_SetNoEcho(pointer, true))
        try check(withUnsafePointer(to: functions) { nats_ignore_errors($0, pointer) })
        if let file = address.authorities {
            try check(functions.natsOptions_SetSecure(pointer, true))
            guard functions.natsOptions_LoadCATrustedCertificates(pointer, file) == NATS_OK else {
                throw NATSError("\(file) has no certificates of authorities; name a file that has some with ca=PATH.")
            }
            try check(functions.natsOptions_SetExpectedHostname(pointer, address.host))
        }
        switch address.credentials {
        case .none: break
        case .file(let file):
            try Self.checkAccess(file, "creds")
            try check(functions.natsOptions_SetUserCredentialsFromFiles(pointer, file, nil))
        case .password(let user, let file):
            try Self.checkAccess(file, "passfile")
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            let password = text.map { String($0.prefix { !$0.isNewline }) } ?? ""
            guard !password.isEmpty else { throw NATSError("\(file) has no password in its first line.") }
            try check(functions.natsOptions_SetUserInfo(pointer, user, password))
        }
    }

    private static func checkAccess(_ file: String, _ option: String) throws(NATSError) {
        guard access(file, R_OK) != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw NATSError("\(file) cannot be read: \(reason). Name another file with \(option)=PATH.")
    }

    private func check(_ status: natsStatus) throws(NATSError) {
        guard status != NATS_OK else { return }
        throw NATSError("The NATS client cannot be set up: \(functions.lastError)")
    }
}

extension nats_functions {
    /// What the last call on this thread that failed says.
    var lastError: String {
        var status = NATS_OK
        return nats_GetLastError(&status).map { String(cString: $0) } ?? ""
    }
}
