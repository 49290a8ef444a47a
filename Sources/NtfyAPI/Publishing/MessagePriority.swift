/// How urgent a message is: 1 to 5, where 3 is usual.
enum MessagePriority {
    /// Reads a number or a name.
    ///
    /// Browsers send a header `Priority` of their own (RFC 9218), such as `u=1, i`; it says nothing here.
    ///
    /// - Returns: The priority; none if the text says nothing.
    /// - Throws: ``NtfyError`` 40007 for anything else.
    static func parse(_ text: String) throws(NtfyError) -> Int? {
        switch text.lowercased() {
        case "", "0": return nil
        case "1", "min": return 1
        case "2", "low": return 2
        case "3", "default": return 3
        case "4", "high": return 4
        case "5", "max", "urgent": return 5
        case let other where other.hasPrefix("u=") || other == "i": return nil
        default: throw .priority
        }
    }
}
