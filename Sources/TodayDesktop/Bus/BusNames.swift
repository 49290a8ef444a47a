/// What the bus itself is called, and what is asked of it.
enum BusNames {
    static let name = "org.freedesktop.DBus"

    /// Asks to be taken in; the first call of every connection.
    static let hello = call("Hello")

    /// Asks for signals that fulfil a rule.
    static func addMatch(_ rule: String) -> BusCall { call("AddMatch", .string(rule)) }

    /// Asks which connection has a name.
    static func owner(of name: String) -> BusCall { call("GetNameOwner", .string(name)) }

    private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            destination: name,
            path: "/org/freedesktop/DBus",
            interface: name,
            member: member,
            arguments: arguments
        )
    }
}
