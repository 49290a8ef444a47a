/// What became of a call.
enum BusReply: Hashable, Sendable {
    /// It was answered with these values.
    case values([BusValue])
    /// It failed, with an error of this name.
    case failure(String)

    /// The name that stands for a call that nobody answered in time.
    static let timeOut = "org.freedesktop.DBus.Error.Timeout"
    /// The names of errors which say that nobody is there who could answer.
    static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]
}
