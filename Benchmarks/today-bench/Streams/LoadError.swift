/// Why a load could not be put on a server.
struct LoadError: Error, CustomStringConvertible {
    /// What happened, and what mends it if something does.
    let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    var description: String { message }
}
