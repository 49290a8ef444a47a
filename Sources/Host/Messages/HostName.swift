import Foundation

/// What this machine is called.
enum HostName {
    /// The machine's name, without its domain; a word if it has none.
    static var current: String {
        let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return name.isEmpty ? "host" : String(name.prefix(64))
    }
}
