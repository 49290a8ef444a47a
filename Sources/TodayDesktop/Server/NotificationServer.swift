/// The calls of the Desktop Notifications Specification, 1.2.
enum NotificationServer {
    /// Its name on the bus, and its interface.
    static let name = "org.freedesktop.Notifications"
    /// Its object.
    static let path = "/org/freedesktop/Notifications"

    /// The rules for the signals that a surface follows: the server's own, and who the server is.
    static let rules = [
        "type='signal',sender='\(name)',path='\(path)',interface='\(name)'",
        "type='signal',sender='\(BusNames.name)',interface='\(BusNames.name)',member='NameOwnerChanged',arg0='\(name)'",
    ]

    /// Asks what the server can do; the bus starts a server for it, if it knows one and none runs.
    static let getCapabilities = call("GetCapabilities")

    /// Shows a bubble, or other words in one; answered with its number.
    static func notify(_ message: BubbleMessage) -> BusCall {
        call(
            "Notify",
            .string(message.appName),
            .uint32(message.replaces),
            .string(""),
            .string(message.summary),
            .string(message.body),
            .strings(message.buttons.flatMap { [$0.key, $0.label] }),
            .dictionary(message.hints),
            .int32(-1)  // For as long as the server thinks right.
        )
    }

    /// Takes a bubble away.
    static func close(_ number: UInt32) -> BusCall { call("CloseNotification", .uint32(number)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }
}
